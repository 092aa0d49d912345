import type { DemoObject } from '../content/demo-object.ts'
import { lensPlate } from './lens-plate.ts'
import { lighthousePlate } from './lighthouse-plate.ts'

/** A picture of the demo: our own, drawn by code, free for any use (CC0). */
export interface DemoPicture {
  /** The subject, as `to` names it. */
  of: string
  title: string
  alt_text: string
  folder: string
  svg: string
}

/** The pictures of the magazine: each lighthouse, and the covers of its issues. */
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

/** An SVG as a file of a form. */
export async function drawn(svg: string, format: 'jpeg' | 'png'): Promise<Blob> {
  // Drawings are our own, so they need no process apart, as files of others do.
  const { default: sharp } = await import('sharp')
  const bytes = await sharp(Buffer.from(svg))[format]({ quality: 80 }).toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
}
