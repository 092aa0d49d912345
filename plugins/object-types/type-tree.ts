import { objectsPath } from '@typecase/content/routes'
import type { ObjectTypeFolder } from '@typecase/contract/object-type-folders'
import type { ObjectType } from '@typecase/contract/object-types'
import { formatNumber } from '@typecase/ui/format'

type Row = Pick<ObjectType, 'id' | 'slug' | 'title' | 'emoji' | 'folder' | 'total_objects'>
type Folder = Pick<ObjectTypeFolder, 'slug' | 'title' | 'emoji'>

export interface TypeTreeParts {
  bucketSlug: string
  types: readonly Row[]
  folders: readonly Folder[]
  /** The type whose objects are on screen, or that is open itself. */
  current?: { typeSlug: string; is: 'page' | 'true' } | undefined
}

export interface TypeNode {
  id: string
  label: string
  icon: string
  emoji?: string
  detail?: string
  href?: string
  current?: 'page' | 'true'
  children?: TypeNode[]
}

const FOLDER = 'folder:'

export const folderId = (slug: string): string => `${FOLDER}${slug}`
export const isFolderId = (id: string): boolean => id.startsWith(FOLDER)

/** Returns the folders with their types, then the types without a folder, each in the order that users defined. */
export function typeTree({ bucketSlug, types, folders, current }: TypeTreeParts): TypeNode[] {
  const slugs = new Set(folders.map(({ slug }) => slug))
  const nodeOf = (type: Row): TypeNode => ({
    id: type.id,
    label: type.title,
    icon: 'shapes',
    detail: formatNumber(type.total_objects),
    href: objectsPath(bucketSlug, { type: type.slug }),
    ...(type.emoji && { emoji: type.emoji }),
    ...(current?.typeSlug === type.slug && { current: current.is }),
  })
  return [
    ...folders.map((folder) =>
      folderNode(folder, types.filter((type) => type.folder === folder.slug).map(nodeOf)),
    ),
    ...types.filter(({ folder }) => folder === null || !slugs.has(folder)).map(nodeOf),
  ]
}

function folderNode({ slug, title, emoji }: Folder, children: TypeNode[]): TypeNode {
  return {
    id: folderId(slug),
    label: title,
    icon: 'folder',
    children,
    ...(emoji && { emoji }),
    ...(children.length === 0 && { detail: 'empty' }),
  }
}
