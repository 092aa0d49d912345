import { getBucket, updateBucket } from '@typecase/contract/buckets'
import { type ArgsOf, type Run, refTo } from '@typecase/plugin-sdk/command'
import { Api, Queries } from '@typecase/plugin-sdk/services'

import { type draftReadingArgs, setDraftReading } from './key-commands.ts'

export const run: Run<ArgsOf<typeof draftReadingArgs>> = async (
  { bucket: slug, read_key_reads_drafts },
  { services },
) => {
  const api = services.get(Api)
  const before = (await api.call(getBucket, { query: { slug } })).bucket.read_key_reads_drafts
  const message = read_key_reads_drafts
    ? 'The read key reads drafts and revisions, too'
    : 'The read key reads published versions only'
  if (before === read_key_reads_drafts) return { message: `${message} already` }
  await api.call(updateBucket, { body: { slug, data: { read_key_reads_drafts } } })
  await services.get(Queries).invalidateQueries({ queryKey: [getBucket.id] })
  return { message, undo: refTo(setDraftReading, { bucket: slug, read_key_reads_drafts: before }) }
}
