import type { createMediaList } from '../media-list.ts'
import type { MissingTarget } from '../format.ts'
import { isoTime, listOf, present, type Row, rowOf, textOf } from '../rows.ts'
import type { TextAsset } from './rich-text.ts'

/** Matches addresses on the hosts of uploaded files. */
const HOST =
  /^(?:https?:)?\/\/((?:images|assets|videos|downloads)\.(?:[a-z0-9-]+\.)*(?:ctfassets\.net|contentful\.com))(\/[^?#]+)/

interface AssetReading {
  readonly media: ReturnType<typeof createMediaList>
  /** Locales of the space, the default one first. */
  readonly locales: readonly string[]
  /** Paths of the files that were exported with the content. */
  readonly paths: readonly string[]
  warn(message: string, same?: string): void
}

/** Collects the assets of a space as media. An asset with different files per locale becomes several media. */
export function createAssets({ media, locales, paths, warn }: AssetReading) {
  const texts = new Map<string, TextAsset>()
  const byPath = new Map<string, string>()
  const images = new Set<string>()
  /** `--download-assets` writes files into folders that are named after their hosts. */
  const files = new Map(
    paths.flatMap((path) => {
      const at = HOST.exec(
        `//${path.replace(/^.*?(?=[a-z]+\.[a-z0-9.-]*(?:ctfassets|contentful)\.)/, '')}`,
      )
      return at?.[2] ? [[at[2], path] as const] : []
    }),
  )

  function add(asset: Row): void {
    const { id, archivedVersion, createdAt } = rowOf(asset['sys'])
    const { file, title, description } = rowOf(asset['fields'])
    if (typeof id !== 'string' || archivedVersion !== undefined) {
      warn('Archived assets are left out.', 'archived assets')
      return
    }
    let hasFile = false
    for (const locale of locales) {
      const localFile = rowOf(rowOf(file)[locale])
      const url = textOf(localFile['url']).replace(/^\/\//, 'https://')
      if (!/^https?:\/\//.test(url) || !URL.canParse(url)) continue
      hasFile = true
      const { pathname } = new URL(url)
      const known = texts.get(keyOf(id)) ?? texts.get(keyOf(id, locale))
      if (known?.url === url) continue
      const type = textOf(localFile['contentType']) || 'application/octet-stream'
      if (type.startsWith('text/html')) {
        warn('Assets that are HTML files are left out.')
        continue
      }
      const original =
        textOf(localFile['fileName']) || pathname.slice(pathname.lastIndexOf('/') + 1)
      const details = rowOf(localFile['details'])
      const { width, height } = rowOf(details['image'])
      const inLocale = (value: unknown) =>
        textOf(rowOf(value)[locale]) || textOf(rowOf(value)[locales[0] ?? ''])
      const alt = inLocale(description) || inLocale(title)
      // The first locale with a file uses the asset's own id as its key.
      const key = texts.has(keyOf(id)) ? keyOf(id, locale) : keyOf(id)
      const path = files.get(pathname)
      const name = media.add(key, {
        name: `${key.replaceAll('\0', '-')}-${original}`,
        original_name: original,
        ...(path === undefined ? { url } : { path }),
        type,
        title: inLocale(title),
        ...(type.startsWith('image/') && { alt_text: alt }),
        ...present({ created_at: isoTime(createdAt) }),
        ...sizes({ size: details['size'], width, height }),
      })
      texts.set(key, { url, type, title: inLocale(title) || original, alt })
      byPath.set(pathname, name)
      if (type.startsWith('image/')) images.add(name)
    }
    if (!hasFile) warn('Assets without a file are left out.')
  }

  return {
    add,
    /** The name of the media of an asset. */
    nameOf: (id: string, locale = ''): string | undefined =>
      media.nameOf(keyOf(id, locale)) ?? media.nameOf(keyOf(id)),
    textOf: (id: string, locale = ''): TextAsset | undefined =>
      texts.get(keyOf(id, locale)) ?? texts.get(keyOf(id)),
    isImage: (name: string): boolean => images.has(name),
    /** Returns the media at an address, which may have parameters of the Images API. */
    resolve(address: string, space: string): { media: string } | MissingTarget | undefined {
      const pathname = HOST.exec(address)?.[2]
      if (pathname === undefined) return undefined
      const name = byPath.get(pathname)
      if (name !== undefined) return { media: name }
      return space !== '' && pathname.startsWith(`/${space}/`) ? { missing: address } : undefined
    },
  }
}

const keyOf = (id: string, locale = ''): string => (locale === '' ? id : `${id}\0${locale}`)

const sizes = (values: Row) =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([, value]) => typeof value === 'number' && Number.isInteger(value) && value >= 0,
    ),
  ) as { size?: number; width?: number; height?: number }

/** The ids of the tags of an entry or asset. */
export const tagIdsOf = ({ metadata }: Row): string[] =>
  listOf(rowOf(metadata)['tags']).flatMap((tag) => textOf(rowOf(rowOf(tag)['sys'])['id']) || [])
