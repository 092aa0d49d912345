import { type PictureUse, useInSegment, withUse } from '@typecase/contract/picture-use'

import type { App } from '../../app.ts'
import type { Clock } from '../../clock.ts'
import { prepared } from '../../database/prepared.ts'
import type { Sealer } from '../../secrets/sealer.ts'
import '../buckets/tables.ts'

const DAY = 24 * 3600 * 1000
/** Minimum number of days that a signed URL is valid. */
const SIGNED_DAYS = 7

/** The parts of a media row that determine its URL. */
export interface MediaLocation {
  name: string
  /** Base URL of the bytes of imported media that remain on another server. */
  location: string | null
  /** How often its file was replaced. */
  replaced: number
}

/** Returns the URL of a media. @param use the visible part of the picture; without one, the whole file */
export type MediaUrls = (location: MediaLocation, use?: PictureUse) => string

const privacy = prepared((db, of: { bucketId: string }) =>
  db.selectFrom('buckets').select('media_is_private').where('id', '=', of.bucketId),
)

/**
 * Returns a function for the public URLs of a bucket's media. The last segment is exactly the media's name, by which
 * clients look media up. The segment before it holds the expiry time and a signature if the media are private, and the
 * number of replacements of the file, since caches keep the bytes of a URL for ever. Crop parameters come last, so that
 * clients can append others. Files on other servers are shown uncropped.
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

/** Returns a function for the URLs of a bucket's media, private or not. */
export async function mediaUrls(
  app: Pick<App, 'settings' | 'sealer' | 'clock'> & { readonly db: Pick<App['db'], 'read'> },
  bucketId: string,
): Promise<MediaUrls> {
  const [bucket] = await privacy(app.db.read, { bucketId })
  return mediaUrlsOf(app, bucket?.media_is_private === 1)
}

/**
 * Returns the URL of a previous file of a media. It is always signed, since previous files are only for users of the
 * bucket.
 */
export function versionUrl(
  { settings, sealer, clock }: Pick<App, 'settings' | 'sealer' | 'clock'>,
  name: string,
  fileId: string,
): string {
  const until = (signedOn(clock) + SIGNED_DAYS + 1) * DAY
  const signed = signature(sealer, versionName(name, fileId), until)
  return `${settings.PUBLIC_URL}/media/${signed}.v${fileId}/${encodeURIComponent(name)}`
}

/** Returns the text that the signature of such a URL covers. It is unambiguous, as no name contains a space. */
export const versionName = (name: string, fileId: string): string => `${name} ${fileId}`

/**
 * Returns the day on which URLs are signed, as a day number. All URLs of one day are equal, so that caches recognise
 * them.
 */
export const signedOn = (clock: Clock): number => Math.floor(clock.now() / DAY)

/** Returns the expiry and signature of a URL. @param until expiry, UNIX ms */
function signature(sealer: Sealer, name: string, until: number): string {
  const seconds = Math.floor(until / 1000).toString(36)
  return `${seconds}.${sealer.sign(signedText(seconds, name))}`
}

const signedText = (seconds: string, name: string) => `media ${seconds} ${name}`

/**
 * Parses the segment before the name. All its parts are optional: a signature, the number of replacements or the id of
 * a previous file, and the crop parameters.
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

/** Verifies the signature of a URL. @returns its expiry, UNIX ms; undefined if it is invalid or expired */
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
