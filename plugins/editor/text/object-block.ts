/** The object that a block refers to. */
export interface BlockObject {
  readonly type?: string
  readonly id?: string
  readonly slug?: string
}

const BLOCK = /^\{\{\s*object\s+([^{}]*?)\/\}\}\s*$/
const ATTRIBUTE = /(type|id|slug)\s*=\s*"([^"]*)"/g

/** Returns the object that `{{object type="posts" id="…" slug="…" /}}` refers to, or undefined for any other block. */
export function objectOfBlock(raw: string): BlockObject | undefined {
  const attributes = BLOCK.exec(raw)?.[1]
  if (attributes === undefined) return undefined
  const block: BlockObject = Object.fromEntries(
    [...attributes.matchAll(ATTRIBUTE)].map(([, name, value]) => [name, value]),
  )
  return block.id || block.slug ? block : undefined
}

export const blockOfObject = ({ type, id }: { type: string; id: string }): string =>
  `{{object type="${type}" id="${id}" /}}`
