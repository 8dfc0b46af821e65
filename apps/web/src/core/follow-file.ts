import { type QueryClient, type QueryObserverOptions, QueryObserver } from '@tanstack/react-query'

const A_MOMENT = 500

export interface JobFile {
  status: 'making' | 'ready' | 'failed'
}

/** Asks for the progress of a file until its job has created it or has failed. */
export async function followFile<T extends JobFile>(
  queryClient: QueryClient,
  started: T,
  query: Pick<QueryObserverOptions<T>, 'queryKey' | 'queryFn'>,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (file: T) => void } = {},
): Promise<T> {
  if (started.status !== 'making') return started
  const observer = new QueryObserver<T>(queryClient, {
    queryKey: query.queryKey ?? [],
    ...(query.queryFn && { queryFn: query.queryFn }),
    staleTime: 0,
    refetchInterval: A_MOMENT,
    refetchIntervalInBackground: true,
  })
  return await new Promise((resolve, reject) => {
    const stop = observer.subscribe(({ data, error }) => {
      if (!error && data?.status === 'making') onProgress?.(data)
      if (!error && (!data || data.status === 'making')) return
      stop()
      if (error) reject(error)
      else if (data) resolve(data)
    })
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason)
    })
  })
}
