import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Whether a file, by its path in `dist`, is part of the first load: every visitor waits for it. */
export const isFirstLoad = (path: string): boolean =>
  /^assets\/(?:first|style|rolldown-runtime|index)-/.test(path)

/**
 * A file of the dashboard as browsers are sent it: in Brotli. What every visitor waits for is compressed as far as Brotli
 * can, which takes two seconds; less effort makes the rest 8 % larger.
 */
export const compressAsset = (path: string, bytes: Buffer): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isFirstLoad(path) ? 11 : 8 } })
