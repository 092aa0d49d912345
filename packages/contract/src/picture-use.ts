/** A part of a picture: left, top, width and height in pixels of the file. */
export type Rect = readonly [left: number, top: number, width: number, height: number]
/** A position as shares of the width and the height, from 0 to 1. */
export type Point = readonly [x: number, y: number]

/** The crop and focal point of a picture in one field. The file itself does not change. */
export interface PictureUse {
  readonly rect?: Rect
  /** A point of the visible part that stays visible when a site crops further. */
  readonly focalPoint?: Point
}

/** The value of a file field: the name of a media, and how the field shows it. */
export interface FileUse {
  readonly name: string
  readonly use: PictureUse
}

/** The address parameters that describe a use, with imgix's names. */
export const USE_PARAMETERS = ['rect', 'fp-x', 'fp-y'] as const

/** A segment of an address's path with these parameters: `rect=0,0,400,300&fp-x=0.5&fp-y=0.25`. */
const SEGMENT = /^(?:.*\.)?((?:rect|fp-[xy])=[^/]*)$/

/** Returns the parameters in the segment before the name, or an empty text if there are none. */
export const useInSegment = (segment: string): string => SEGMENT.exec(segment)?.[1] ?? ''

/**
 * Parses the parameters of a use.
 * @throws RangeError that says how an invalid part must be written
 */
export function readUse(parameters: string): PictureUse {
  const searchParams = new URLSearchParams(parameters)
  const rect = searchParams.get('rect')
  const x = searchParams.get('fp-x')
  const y = searchParams.get('fp-y')
  return {
    ...(rect && { rect: readRect(rect) }),
    ...((x || y) && { focalPoint: [readShare('fp-x', x), readShare('fp-y', y)] as const }),
  }
}

/** Returns the parameters of a use; empty for an uncropped picture. */
export function writeUse({ rect, focalPoint }: PictureUse): string {
  const parts = [
    rect && `rect=${rect.join(',')}`,
    focalPoint && `fp-x=${round(focalPoint[0])}&fp-y=${round(focalPoint[1])}`,
  ]
  return parts.filter(Boolean).join('&')
}

/**
 * Parses the value of a file field: `name`, `name?rect=…`, or an address of either from the content API. Other
 * parameters belong to the address and are dropped.
 * @throws RangeError as `readUse` does
 */
export function readFileUse(raw: string): FileUse {
  // Most values are only a name, and lists hold many.
  if (!/[/?#]/.test(raw)) return { name: raw, use: {} }
  const [path = '', query = ''] = raw.split('#', 1)[0]?.split('?') ?? []
  const segments = path.split('/')
  const name = segments.at(-1) ?? ''
  const within = segments.length > 1 ? useInSegment(decode(segments.at(-2) ?? '')) : ''
  const inQuery = readUse(query)
  return { name, use: Object.keys(inQuery).length > 0 ? inQuery : readUse(within) }
}

/** Parses a stored value like `readFileUse`, but leaves out a use that is invalid. */
export function storedFileUse(stored: string): FileUse {
  try {
    return readFileUse(stored)
  } catch {
    return { name: stored.split('?', 1)[0] ?? '', use: {} }
  }
}

/** Returns the name of a media with its use, in the form that `readFileUse` reads. */
export function writeFileUse({ name, use }: FileUse): string {
  const parameters = writeUse(use)
  return parameters ? `${name}?${parameters}` : name
}

function readRect(text: string): Rect {
  const parts = text.split(',').map((part) => (/^\d{1,6}$/.test(part) ? Number(part) : Number.NaN))
  const [left = 0, top = 0, width = 0, height = 0] = parts
  if (parts.length !== 4 || parts.some(Number.isNaN) || width === 0 || height === 0)
    throw new RangeError('rect as left,top,width,height in pixels, such as 0,0,400,300')
  return [left, top, width, height]
}

function readShare(name: string, text: string | null): number {
  if (text === null || text === '') return 0.5
  const value = /^\d?(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN
  if (!(value >= 0 && value <= 1)) throw new RangeError(`${name} as a number from 0 to 1`)
  return value
}

const round = (share: number): number => Math.round(share * 1000) / 1000

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Returns the address of a part of an image. It takes parameters like the address of the file. Replaces a part that the
 * address already names.
 */
export function withUse(address: string, use: PictureUse): string {
  const segments = address.split('/')
  const name = segments.pop() ?? ''
  // The segment after `media`, if there is one: a signature, how often the file was replaced, and a part.
  const prefix = segments.at(-1) === 'media' ? '' : (segments.pop() ?? '')
  const segmentUse = useInSegment(prefix)
  const base = segmentUse ? prefix.slice(0, -segmentUse.length).replace(/\.$/, '') : prefix
  const segment = [base, writeUse(use)].filter(Boolean).join('.')
  return [...segments, ...(segment ? [segment] : []), name].join('/')
}

/** The metadata key of a media for the focal point of the file itself. */
export const FOCAL_POINT = 'focal_point'

/** Returns the focal point in metadata, `{ x: 0.5, y: 0.25 }`. Any other value of the key belongs to someone else. */
export function focalPointIn(metadata: unknown): Point | undefined {
  const storedPoint = isHolder(metadata) ? metadata[FOCAL_POINT] : undefined
  if (!isHolder(storedPoint)) return undefined
  const { x, y } = storedPoint
  return isShare(x) && isShare(y) ? [x, y] : undefined
}

const isHolder = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isShare = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= 1
