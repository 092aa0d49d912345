import type { DemoObject } from '../content/demo-object.ts'
import { lensPlate } from './lens-plate.ts'
import { lighthousePlate } from './lighthouse-plate.ts'

/** A picture of the demo. Code draws it, so it is our own work, and free for any use (CC0). */
export interface DemoPicture {
  /** The subject, in the form that `to` takes. */
  of: string
  title: string
  alt_text: string
  folder: string
  svg: string
}

/** Returns the pictures of the magazine: each lighthouse, and the covers of its issues. */
export function picturesOf(objects: readonly DemoObject[]): DemoPicture[] {
  return objects.flatMap(({ type, slug, title, metadata }, index): DemoPicture[] => {
    const of = `${type}/${slug}`
    if (type === 'lighthouses') {
      const [colour, height] = [String(metadata['colour']), Number(metadata['height'])]
      const alt_text = `${title}: a lighthouse on a rock above the sea, drawn in flat colours`
      const svg = lighthousePlate({ slug, colour, height, index })
      return [{ of, title, alt_text, folder: 'lighthouses', svg }]
    }
    if (type !== 'issues') return []
    const alt_text = `Cover of ${title}: the rings of a lighthouse lens above waves`
    const svg = lensPlate(slug, String(metadata['cover_colour']))
    return [{ of, title: `Cover of ${title}`, alt_text, folder: 'covers', svg }]
  })
}

/** Renders an SVG to a file for a form. */
export async function drawPicture(svg: string, format: 'jpeg' | 'png'): Promise<Blob> {
  // Our own drawings are safe, so they need no separate process as files of users do.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg))[format]({ quality: 80 }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
}
