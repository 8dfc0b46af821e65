/** The whole end of the row, so that a near miss of the future response doesn't change the current one. */
export const FUTURE_TARGET = 'after:absolute after:inset-y-0 after:end-0 after:w-15 md:after:w-30'
