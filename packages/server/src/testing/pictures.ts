import { crc32 } from 'node:zlib'

import sharp, { type Sharp } from 'sharp'

/** Returns a picture whose quarters show its orientation: red, green; blue, white. */
export function picture(width = 80, height = 40): Sharp {
  const quarter = (fill: string, x: number, y: number) =>
    `<rect x="${(x * width) / 2}" y="${(y * height) / 2}" width="${width / 2}" height="${height / 2}" fill="${fill}"/>`
  const quarters = [
    quarter('#ff0000', 0, 0),
    quarter('#00ff00', 1, 0),
    quarter('#0000ff', 0, 1),
    quarter('#ffffff', 1, 1),
  ]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${quarters.join('')}</svg>`
  return sharp(Buffer.from(svg)).removeAlpha()
}

/**
 * Returns the colour at a point, such as `f00`, rounded to the precision of a lossy format. The point is in fractions
 * of the width and height.
 */
export async function colorAt(image: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const index = (share: number, of: number) => Math.min(of - 1, Math.floor(share * of))
  const at = (index(y, info.height) * info.width + index(x, info.width)) * info.channels
  return [...data.subarray(at, at + 3)].map((value) => (value > 127 ? 'f' : '0')).join('')
}

/** Returns a photo as a phone takes it: rotated by EXIF, with its location and photographer. */
export function photo(orientation = 6): Promise<Buffer> {
  return picture()
    .withExif({
      IFD0: { Artist: 'Ada Lovelace' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 26/1', GPSLongitude: '0/1 7/1 39/1' },
    })
    .withMetadata({ orientation })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Returns a PNG whose header claims more pixels than its data contains. */
export async function pngOfSize(width: number, height: number): Promise<Buffer> {
  const png = await picture(2, 2).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29)
  return png
}
