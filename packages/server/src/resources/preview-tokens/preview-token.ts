import type { App } from '../../app.ts'
import type { BucketSnapshot } from '../buckets/bucket-snapshots.ts'

const PREFIX = 'preview.'

type KeyedBucket = Pick<BucketSnapshot, 'id' | 'keys'>

/**
 * Creates a token that opens drafts of a bucket until a time (UNIX ms). Replacing the preview key ends it at once.
 * @param link the shared link whose content the token opens, instead of all drafts
 */
export function previewToken(
  { sealer }: Pick<App, 'sealer'>,
  bucket: KeyedBucket,
  until: number,
  link?: string,
): string {
  const seconds = Math.floor(until / 1000).toString(36)
  const signature = sealer.sign(signedText(bucket, seconds, link))
  return [`${PREFIX}${seconds}`, ...(link === undefined ? [] : [link]), signature].join('.')
}

/**
 * Verifies a token of a bucket.
 * @returns the shared link that the token is limited to, if any; undefined if the token is invalid or expired
 */
export function readPreviewToken(
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  bucket: KeyedBucket,
  text: string,
): { link: string | undefined } | undefined {
  if (!text.startsWith(PREFIX)) return undefined
  const [seconds = '', ...rest] = text.slice(PREFIX.length).split('.')
  const signature = rest.pop() ?? ''
  const [link, ...others] = rest
  const isValid =
    others.length === 0 &&
    Number.parseInt(seconds, 36) * 1000 > clock.now() &&
    sealer.isSigned(signedText(bucket, seconds, link), signature)
  return isValid ? { link } : undefined
}

function signedText({ id, keys }: KeyedBucket, seconds: string, link: string | undefined): string {
  const [hash] =
    [...keys].find(([, { name, endsAt }]) => name === 'preview' && endsAt === Infinity) ?? []
  const text = `preview ${seconds} ${id} ${hash}`
  return link === undefined ? text : `${text} link ${link}`
}
