/** A fault that stops the start and is told to the operator in one plain sentence, without a stack. */
export class StartError extends Error {
  override name = 'StartError'
}
