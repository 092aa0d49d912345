import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const brotli = promisify(brotliCompress)

/** Whether a file, by its path in `dist`, is part of the first load: every visitor waits for it. */
export const isFirstLoad = (path: string): boolean =>
  /^assets\/(?:first|style|rolldown-runtime|index)-/.test(path)

/**
 * A Brotli-compressed file of the dashboard. Files of the first load get the highest quality, which takes two seconds;
 * less effort makes the others 8 % larger.
 */
export const compressAsset = (path: string, bytes: Buffer): Promise<Buffer> =>
  brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isFirstLoad(path) ? 11 : 8 } })
