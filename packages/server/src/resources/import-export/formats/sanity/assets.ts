import { isRecord } from '@typecase/contract/field-values/value-check'
import { type PictureUse, writeFileUse } from '@typecase/contract/picture-use'

import type { ForeignMedia } from '../format.ts'
import { createMediaList, lastPart } from '../media-list.ts'
import { isoTime, present, type Row, rowOf, textOf } from '../rows.ts'
import { assetIn, type Document } from './documents.ts'

/** The facts about an asset in its own document or in `assets.json`. */
interface AssetFacts {
  readonly url: string
  readonly details: Partial<ForeignMedia>
}

/** An image or file that a text shows. */
export interface DisplayedAsset {
  readonly kind: 'image' | 'file'
  readonly src: string
  readonly title: string
  readonly alt: string
}

/** Collects the assets of an export as media. */
export function createAssets(paths: readonly string[], warn: (message: string) => void) {
  const media = createMediaList()
  const files = new Map(
    paths
      .filter((path) => /(?:^|\/)(?:images|files)\/[^/]+$/.test(path))
      .map((path) => [lastPart(path), path]),
  )
  const byHash = new Map([...files.keys()].map((name) => [name.replace(/[-.].*$/, ''), name]))
  const facts = new Map<string, AssetFacts>()
  /** Alt texts of the images and files that documents use; empty if there is none. */
  const altTexts = new Map<string, string>()

  const sourceOf = (key: string) => ({
    path: files.get(key),
    url: facts.get(key)?.url || (/^https?:\/\//.test(key) && URL.canParse(key) ? key : undefined),
  })

  /** Records the images and files in a value, at any depth. */
  function note(value: unknown): void {
    if (Array.isArray(value)) for (const item of value) note(item)
    if (!isRecord(value)) return
    const asset = assetIn(value)
    if (asset) {
      const alt = asset.kind === 'image' ? textOf(value['alt']) : ''
      altTexts.set(asset.key, altTexts.get(asset.key) || alt)
    }
    for (const inner of Object.values(value)) note(inner)
  }

  return {
    /** Records the document of an asset. */
    addDocument(document: Document): void {
      const { key } = assetIn({ asset: { _ref: document._id } }) ?? {}
      if (key !== undefined) facts.set(key, factsOf(document))
    },
    /** Records an entry of `assets.json`: its key is `image-` or `file-` and the hash of the file. */
    addEntry(id: string, entry: Row): void {
      const key = byHash.get(id.slice(id.indexOf('-') + 1))
      if (key !== undefined) facts.set(key, factsOf(entry))
    },
    note,
    /** Returns the media of the export; call it after all values have been noted. */
    media(): readonly ForeignMedia[] {
      for (const key of new Set([...files.keys(), ...altTexts.keys(), ...facts.keys()])) {
        const { path, url } = sourceOf(key)
        if (path === undefined && url === undefined) {
          warn('Images and files that the export does not hold are left out.')
          continue
        }
        const { details = {} } = facts.get(key) ?? {}
        if (details.type?.startsWith('text/html') || /\.html?$/i.test(key)) {
          warn('HTML files are left out.')
          continue
        }
        media.add(key, {
          ...(/^https?:/.test(key) ? {} : { name: key, original_name: key }),
          ...sizeIn(key),
          alt_text: altTexts.get(key) ?? '',
          ...details,
          ...(path === undefined ? { url: url ?? '' } : { path }),
        })
      }
      return media.all()
    },
    /** Returns the value of a file field, with the visible part of a picture. */
    fieldValue(value: unknown): string | undefined {
      const asset = assetIn(value)
      const name = asset && media.nameOf(asset.key)
      return name === undefined ? undefined : writeFileUse({ name, use: useOf(rowOf(value), name) })
    },
    display(value: unknown): DisplayedAsset | undefined {
      const asset = assetIn(value)
      const name = asset && media.nameOf(asset.key)
      if (!asset || name === undefined) return undefined
      const { path, url } = sourceOf(asset.key)
      const { details = {} } = facts.get(asset.key) ?? {}
      const alt = textOf(rowOf(value)['alt']) || details.alt_text || altTexts.get(asset.key) || ''
      const title = textOf(rowOf(value)['title']) || details.title || name
      return { kind: asset.kind, src: url ?? path ?? '', title, alt }
    },
    /** Returns the media at an address in a text. */
    resolve(address: string): { media: string } | undefined {
      const isAsset =
        /^https:\/\/cdn\.sanity\.io\/(?:images|files)\//.test(address) ||
        files.get(lastPart(address)) === address
      const name = media.nameOf(address) ?? (isAsset ? media.nameOf(lastPart(address)) : undefined)
      return name === undefined ? undefined : { media: name }
    },
  }
}

function factsOf(asset: Row): AssetFacts {
  const url = textOf(asset['url'])
  const isWeb = /^https?:\/\//.test(url) && URL.canParse(url)
  const { size } = asset
  return {
    url: isWeb ? url : '',
    details: present({
      original_name: asset['originalFilename'],
      title: asset['title'],
      alt_text: asset['altText'],
      type: asset['mimeType'],
      size: Number.isInteger(size) ? size : undefined,
      created_at: isoTime(asset['_createdAt']),
    }),
  }
}

/** Reads the size of an image from the name of its file. */
function sizeIn(name: string): { width?: number; height?: number } {
  const [, width, height] = /-(\d{1,6})x(\d{1,6})\.[a-z0-9]+$/.exec(name) ?? []
  return width === undefined ? {} : { width: Number(width), height: Number(height) }
}

/**
 * Converts crop and hotspot. The crop consists of shares from the edges; the hotspot is a point of the whole image, but
 * ours is a point of the visible part.
 */
function useOf({ crop, hotspot }: Row, name: string): PictureUse {
  const { width, height } = sizeIn(name)
  const { top, bottom, left, right } = rowOf(crop)
  const [t, b, l, r] = [share(top), share(bottom), share(left), share(right)]
  const isCropped = t + b + l + r > 0 && t + b < 1 && l + r < 1
  const [w, h] = isCropped ? [1 - l - r, 1 - t - b] : [1, 1]
  const { x, y } = rowOf(hotspot)
  const hasPoint = typeof x === 'number' && typeof y === 'number'
  const [fromLeft, fromTop] = isCropped ? [l, t] : [0, 0]
  const focalPoint = hasPoint
    ? ([share((x - fromLeft) / w), share((y - fromTop) / h)] as const)
    : undefined
  const isCentred = focalPoint?.every((at) => Math.abs(at - 0.5) < 0.001)
  return {
    ...(isCropped &&
      width !== undefined &&
      height !== undefined && {
        rect: [
          Math.round(l * width),
          Math.round(t * height),
          Math.max(1, Math.round(w * width)),
          Math.max(1, Math.round(h * height)),
        ] as const,
      }),
    ...(focalPoint && !isCentred && { focalPoint }),
  }
}

const share = (value: unknown): number =>
  typeof value === 'number' ? Math.min(1, Math.max(0, value)) : 0
