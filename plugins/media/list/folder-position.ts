import type { MediaFolder } from '@typecase/contract/media-folders'

import { LAST } from '../commands/folders.ts'

/** The position of a folder: the parent, or an empty text for the top level, and the sibling after it. */
interface FolderPosition {
  parent: string
  before: string
}

/**
 * Returns the target position of a folder that is dropped onto another one or next to it.
 * @param onto empty for the rows above the folders, which represent the top of the tree
 * @returns undefined if the folder would be inside itself or does not move
 */
export function positionOfMove(
  folders: readonly MediaFolder[],
  folder: string,
  onto: string,
  position: 'on' | 'before' | 'after',
): FolderPosition | undefined {
  const target = folders.find(({ slug }) => slug === onto)
  const parent = position === 'on' ? onto : (target?.parent ?? '')
  if (isWithin(folders, parent, folder)) return undefined
  const siblings = folders.filter((one) => (one.parent ?? '') === parent).map(({ slug }) => slug)
  const folderPosition = { parent, before: nextThere() }
  const at = siblings.indexOf(folder)
  const isThere = at >= 0 && [folder, siblings[at + 1] ?? LAST].includes(folderPosition.before)
  return isThere ? undefined : folderPosition

  function nextThere(): string {
    if (position === 'on') return LAST
    // The position between the rows above and the first folder.
    if (!target) return siblings[0] ?? LAST
    if (position === 'before') return onto
    return siblings[siblings.indexOf(onto) + 1] ?? LAST
  }
}

/** Whether a folder is another one, or inside it at any depth. */
function isWithin(folders: readonly MediaFolder[], folder: string, around: string): boolean {
  const parents = new Map(folders.map(({ slug, parent }) => [slug, parent]))
  for (let at: string | null | undefined = folder; at; at = parents.get(at)) {
    if (at === around) return true
  }
  return false
}
