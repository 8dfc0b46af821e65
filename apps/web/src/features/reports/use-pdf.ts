import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReportPdf } from 'contract/report-pdfs'
import { api } from '#core/api.ts'
import { fetchFile } from '#core/files.ts'
import { followFile } from '#core/follow-file.ts'
import { failureToast } from '#core/toast.ts'
import type { CallInit } from '#core/transport.ts'

const WAITING = {
  title: 'Your PDF is being created',
  description:
    'This is a long report. You can leave this page. The download starts when the PDF is ready.',
}

/** Downloads a report as PDF. A job creates a long one, which the user can wait for on any page. */
export function useReportPdf(start: (init: CallInit) => Promise<ReportPdf>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () =>
      fetchFile(async (init, showProgress) => {
        const started = await start(init)
        const params = { id: started.id }
        const onProgress = ({ progress }: ReportPdf) =>
          showProgress({ ...WAITING, percent: progress })
        if (started.status === 'making') onProgress(started)
        const query = api.reportPdfs.get.query({ params })
        const { status } = await followFile(queryClient, started, query, { ...init, onProgress })
        if (status === 'failed') throw new Error('Something went wrong on our side. Try again.')
        return await api.reportPdfs.file.call({ params }, init)
      }),
    onError: failureToast('The PDF could not be created'),
  })
}
