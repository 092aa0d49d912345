import type { App } from '../../app.ts'
import type { BucketSnapshot } from '../buckets/bucket-snapshots.ts'

const PREFIX = 'preview.'

/** A token that opens drafts of a bucket until a time (UNIX ms). With another preview key it ends at once. */
export function previewToken(
  { sealer }: Pick<App, 'sealer'>,
  bucket: Pick<BucketSnapshot, 'id' | 'keys'>,
  until: number,
): string {
  const seconds = Math.floor(until / 1000).toString(36)
  return `${PREFIX}${seconds}.${sealer.sign(signedText(bucket, seconds))}`
}

/** Whether a text is a token of this bucket that has not ended. */
export function isPreviewToken(
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  bucket: Pick<BucketSnapshot, 'id' | 'keys'>,
  text: string,
): boolean {
  if (!text.startsWith(PREFIX)) return false
  const [seconds = '', signature = '', ...others] = text.slice(PREFIX.length).split('.')
  return (
    others.length === 0 &&
    Number.parseInt(seconds, 36) * 1000 > clock.now() &&
    sealer.isSigned(signedText(bucket, seconds), signature)
  )
}

function signedText({ id, keys }: Pick<BucketSnapshot, 'id' | 'keys'>, seconds: string): string {
  const [hash] =
    [...keys].find(([, { name, endsAt }]) => name === 'preview' && endsAt === Infinity) ?? []
  return `preview ${seconds} ${id} ${hash}`
}
