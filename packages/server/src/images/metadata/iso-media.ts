import { type FileBytes, UnclearStructure } from './file-bytes.ts'
import { type Box, boxesOf, childOf, free, handlerOf, metaStart } from './iso-boxes.ts'
import { removeFromItems } from './iso-items.ts'
import { eraseSamples } from './iso-tracks.ts'

/** Boxes that are needed for playback, by level; all others are overwritten. */
const FILE_BOXES = 'ftyp styp pdin mdat moof mfra sidx ssix prft emsg pnot PICT'.split(' ')
const MOVIE_BOXES = 'mvhd iods mvex pssh rmra ctab prfl'.split(' ')
const TRACK_BOXES = 'tkhd tref edts mdia load imap matt clip tapt'.split(' ')
/** User data that is shown to an audience: titles, credits, covers, chapters; and loudness. */
const CREDITS =
  '©nam ©ART ©alb ©gen ©wrt ©lyr ©cpy ©day aART gnre trkn disk covr cprt desc ldes tvsh tven tvsn tves stik cpil pgap rtng name titl chpl kind ludt tsel hnti hinf perf auth albm yrrc dscp'.split(
    ' ',
  )
/** Handlers of tracks that are seen, heard or read. Any other track is metadata, such as the position of the camera. */
const MEDIA_HANDLERS = 'vide soun text sbtl subt clcp tmcd hint pict auxv'.split(' ')
/** The `uuid` box of Spherical Video V1, which describes the projection. */
const SPHERE = 'ffcc8263f8554a938814587a02521fdd'

/**
 * Removes location, owner and maker data from HEIC, AVIF, MP4 and QuickTime. Boxes keep their length, so the offsets in
 * the file stay valid.
 */
export function removeFromIsoMedia(bytes: FileBytes, nested = 0): void {
  for (const box of boxesOf(bytes, 0, bytes.size)) {
    if (box.type === 'moov') removeFromMovie(bytes, box)
    else if (box.type === 'meta') removeFromMeta(bytes, box)
    else if (box.type === 'mpvd' && nested === 0)
      removeFromIsoMedia(bytes.part(box.start, box.end - box.start), 1)
    else overwriteUnless(bytes, box, FILE_BOXES)
  }
}

const PADDING = ['free', 'skip', 'wide']

function overwriteUnless(bytes: FileBytes, box: Box, allowed: readonly string[]): void {
  if (allowed.includes(box.type)) return
  // Some cameras store positions in padding.
  if (PADDING.includes(box.type)) bytes.fill(box.start, box.end - box.start)
  else free(bytes, box)
}

function removeFromMovie(bytes: FileBytes, movie: Box): void {
  if (childOf(bytes, movie, 'cmov')) throw new UnclearStructure('compressed')
  const isFragmented = childOf(bytes, movie, 'mvex') !== undefined
  for (const box of boxesOf(bytes, movie.start, movie.end)) {
    if (box.type === 'trak') removeFromTrack(bytes, box, isFragmented)
    else if (box.type === 'udta') removeFromUserData(bytes, box)
    else if (box.type === 'meta') removeFromMeta(bytes, box)
    else overwriteUnless(bytes, box, MOVIE_BOXES)
  }
}

function removeFromTrack(bytes: FileBytes, track: Box, isFragmented: boolean): void {
  const media = childOf(bytes, track, 'mdia')
  if (media && !MEDIA_HANDLERS.includes(handlerOf(bytes, media.start, media.end))) {
    if (isFragmented) throw new UnclearStructure('samples in fragments')
    eraseSamples(bytes, track)
    return free(bytes, track)
  }
  for (const box of boxesOf(bytes, track.start, track.end)) {
    if (box.type === 'udta') removeFromUserData(bytes, box)
    else if (box.type === 'meta') removeFromMeta(bytes, box)
    else if (!(box.type === 'uuid' && isSphere(bytes, box)))
      overwriteUnless(bytes, box, TRACK_BOXES)
  }
}

const isSphere = (bytes: FileBytes, { start }: Box): boolean =>
  bytes.readSome(start, 16).toString('hex') === SPHERE

function removeFromUserData(bytes: FileBytes, data: Box): void {
  for (const box of boxesOf(bytes, data.start, data.end)) {
    if (box.type === 'meta') removeFromMeta(bytes, box)
    else overwriteUnless(bytes, box, CREDITS)
  }
}

/** Removes metadata from the items of a picture or the tags of a piece of music; overwrites other metadata boxes. */
function removeFromMeta(bytes: FileBytes, meta: Box): void {
  const start = metaStart(bytes, meta)
  const handler = handlerOf(bytes, start, meta.end)
  if (handler === 'pict') return removeFromItems(bytes, start, meta.end)
  if (handler !== 'mdir') return free(bytes, meta)
  for (const box of boxesOf(bytes, start, meta.end)) {
    if (box.type !== 'ilst') overwriteUnless(bytes, box, ['hdlr', 'dinf'])
    else for (const one of boxesOf(bytes, box.start, box.end)) overwriteUnless(bytes, one, CREDITS)
  }
}
