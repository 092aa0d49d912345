import { type PictureUse, useInSegment, withUse } from '@typecase/contract/picture-use'

import type { App } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import { prepared } from '../../database/prepared.ts'
import type { Sealer } from '../../secrets/sealer.ts'
import '../buckets/tables.ts'

const DAY = 24 * 3600 * 1000
/** Days that a signed address is good for, at least. */
const SIGNED_DAYS = 7

/** The parts of a media row that determine its address. */
export interface MediaLocation {
  name: string
  /** Location of bytes that an import only refers to. */
  location: string | null
  /** Number of replacements of its file. */
  replaced: number
}

/** @param use the visible part; without one, the whole file */
export type MediaUrls = (location: MediaLocation, use?: PictureUse) => string

const privacy = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('media_is_private').where('id', '=', of.bucketId),
)

/**
 * The public addresses of a bucket's media. The last segment is exactly the media's name: clients look media up by it.
 * For private media, the segment before it has the expiry time and a signature. It also counts replacements of the
 * file, since caches keep the bytes of an address for ever. Crop parameters come last, so that clients can append
 * others. Files on other servers are shown whole.
 */
export function mediaUrlsOf(
  { settings, sealer, clock }: Pick<App, 'settings' | 'sealer' | 'clock'>,
  isPrivate: boolean,
): MediaUrls {
  const base = `${settings.PUBLIC_URL}/media`
  const until = isPrivate ? (signedOn(clock) + SIGNED_DAYS + 1) * DAY : undefined
  return ({ name, location, replaced }, use = {}) => {
    const last = encodeURIComponent(name)
    if (location !== null) return `${location}/${last}`
    const parts = [
      ...(until === undefined ? [] : [signature(sealer, name, until)]),
      ...(replaced === 0 ? [] : [`r${replaced}`]),
    ]
    return withUse([base, ...(parts.length > 0 ? [parts.join('.')] : []), last].join('/'), use)
  }
}

/** The same of a bucket that may be private or not. */
export async function mediaUrls(
  app: Pick<App, 'settings' | 'sealer' | 'clock'> & { readonly db: Pick<App['db'], 'read'> },
  bucketId: string,
): Promise<MediaUrls> {
  const [bucket] = await privacy(app.db.read, { bucketId })
  return mediaUrlsOf(app, bucket?.media_is_private === 1)
}

/** The address of a former file of a media; always signed, since former files are for users of the bucket. */
export function versionUrl(
  { settings, sealer, clock }: Pick<App, 'settings' | 'sealer' | 'clock'>,
  name: string,
  fileId: string,
): string {
  const until = (signedOn(clock) + SIGNED_DAYS + 1) * DAY
  const signed = signature(sealer, versionName(name, fileId), until)
  return `${settings.PUBLIC_URL}/media/${signed}.v${fileId}/${encodeURIComponent(name)}`
}

/** The signed text of such an address: no name contains a space. */
export const versionName = (name: string, fileId: string): string => `${name} ${fileId}`

/** The day on which addresses are signed. All of a day are the same, so that caches know them again. */
export const signedOn = (clock: Clock): number => Math.floor(clock.now() / DAY)

/** @param until UNIX ms */
function signature(sealer: Sealer, name: string, until: number): string {
  const seconds = Math.floor(until / 1000).toString(36)
  return `${seconds}.${sealer.sign(signedText(seconds, name))}`
}

const signedText = (seconds: string, name: string) => `media ${seconds} ${name}`

/**
 * The parts of the segment before the name, each optional: a signature, the number of replacements or a former file's
 * id, and the parameters of the visible part.
 */
export function readSegment(segment: string) {
  const use = useInSegment(segment)
  const rest = use ? segment.slice(0, -use.length).replace(/\.$/, '') : segment
  const last = rest.split('.').at(-1) ?? ''
  if (/^v[0-9a-f]{24}$/.test(last)) {
    return { signature: rest.slice(0, -last.length - 1), replaced: 0, use, version: last.slice(1) }
  }
  if (!/^r\d{1,9}$/.test(last)) return { signature: rest, replaced: 0, use }
  return { signature: rest.slice(0, -last.length - 1), replaced: Number(last.slice(1)), use }
}

/** @returns the expiry of a signed address, UNIX ms; undefined if it is invalid or expired */
export function readSignature(
  { sealer, clock }: Pick<App, 'sealer' | 'clock'>,
  text: string,
  name: string,
): number | undefined {
  const [seconds = '', signed = '', ...others] = text.split('.')
  const until = Number.parseInt(seconds, 36) * 1000
  const isSigned = others.length === 0 && sealer.isSigned(signedText(seconds, name), signed)
  const isGood = until > clock.now() && isSigned
  return isGood ? until : undefined
}
