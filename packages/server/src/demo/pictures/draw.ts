import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'

import type { App } from '../../app.ts'
import type { IncomingFile } from '../../resources/media-upload/prepare-file.ts'
import { newUploadPath } from '../../resources/media-upload/temporary-files.ts'
import type { DemoObject } from '../content/demo-object.ts'
import { lensPlate } from './lens-plate.ts'
import { lighthousePlate } from './lighthouse-plate.ts'

/** A picture of the demo: our own, drawn by code, free for any use (CC0). */
export interface DemoPicture {
  /** What it is of, as `to` names it. */
  of: string
  title: string
  alt_text: string
  folder: string
  svg: string
}

/** The pictures of the magazine: each lighthouse, and the covers of its issues. */
export function picturesOf(objects: readonly DemoObject[]): DemoPicture[] {
  return objects.flatMap(({ type, slug, title, metadata }, place): DemoPicture[] => {
    const of = `${type}/${slug}`
    if (type === 'lighthouses') {
      const [colour, height] = [String(metadata['colour']), Number(metadata['height'])]
      const alt_text = `${title}: a lighthouse on a rock above the sea, drawn in flat colours`
      const svg = lighthousePlate({ slug, colour, height, place })
      return [{ of, title, alt_text, folder: 'lighthouses', svg }]
    }
    if (type !== 'issues') return []
    const alt_text = `Cover of ${title}: the rings of a lighthouse lens above waves`
    const svg = lensPlate(slug, String(metadata['cover_colour']))
    return [{ of, title: `Cover of ${title}`, alt_text, folder: 'covers', svg }]
  })
}

/** Draws pictures into files, which are the caller's to remove. */
export async function drawPictures(
  { settings }: Pick<App, 'settings'>,
  pictures: readonly DemoPicture[],
): Promise<IncomingFile[]> {
  // Only here in the server's own process: what it draws is its own.
  const { default: sharp } = await import('sharp')
  return Promise.all(
    pictures.map(async ({ of, svg }) => {
      const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
      const path = newUploadPath(settings)
      await writeFile(path, bytes, { mode: 0o600 })
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const name = `${of.split('/').at(-1)}.jpg`
      return { path, size: bytes.length, sha256, name, type: 'image/jpeg' }
    }),
  )
}
