import type { ObjectRow } from './object-row.ts'
import type { ObjectStore, Version } from './object-store.ts'

/** Matches the address of a link to an object in HTML or Markdown, also within JSON. */
const LINK = /(?<=href=\\?["']|\]\(<?)object:([0-9a-f]{24})(?![0-9a-f])/g

const mayLink = ({ content, metadata }: ObjectRow): boolean =>
  content.includes('object:') || metadata.includes('object:')

/**
 * Replaces links to other objects in the rows' texts: the slug replaces the id. A link to an object that lacks this
 * version stays as stored.
 */
export async function withLinks(
  rows: readonly ObjectRow[],
  objects: ObjectStore,
  version: Version,
): Promise<readonly ObjectRow[]> {
  const texts = rows.filter(mayLink).flatMap(({ content, metadata }) => [content, metadata])
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(LINK)].map(([, id = '']) => id)))
  if (ids.size === 0) return rows
  const needs = { content: false, metadata: false }
  const targets = await objects.byIds([...ids], version, needs)
  const addresses = new Map(targets.map(({ id, slug }) => [id, `/${encode(slug)}`]))
  const resolve = (text: string) =>
    text.replaceAll(LINK, (link, id: string) => addresses.get(id) ?? link)
  return rows.map((row) =>
    mayLink(row) ? { ...row, content: resolve(row.content), metadata: resolve(row.metadata) } : row,
  )
}

/** Encodes a slug so that none of its characters ends an address in HTML, Markdown or JSON. */
const encode = (slug: string): string =>
  encodeURIComponent(slug).replaceAll(
    /['()*!]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
