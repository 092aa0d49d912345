import type { AskContext, AskPicker, PickerRow } from '@typecase/plugin-sdk/ask'

import { readBucket } from './queries.ts'

async function bucketOf({ services, facts }: AskContext) {
  const slug = facts['route.bucketSlug']
  return slug === undefined ? undefined : readBucket(services, slug)
}

const holds = (text: string, query: string) =>
  text.toLowerCase().includes(query.trim().toLowerCase())

export const askType: AskPicker = {
  kind: 'picker',
  title: 'Object type',
  placeholder: 'Which object type?',
  async search(query, context): Promise<PickerRow[]> {
    const bucket = await bucketOf(context)
    return (bucket?.object_types ?? [])
      .filter(({ title }) => holds(title, query))
      .map(({ id, slug, title, total_objects }) => ({
        id,
        value: slug,
        label: title,
        subtitle: `${total_objects} objects`,
        icon: 'shapes',
      }))
  },
}

export const askFolder: AskPicker = {
  kind: 'picker',
  title: 'Folder',
  placeholder: 'Which folder?',
  async search(query, context): Promise<PickerRow[]> {
    const bucket = await bucketOf(context)
    return (bucket?.object_type_folders ?? [])
      .filter(({ title }) => holds(title, query))
      .map(({ slug, title }) => ({ id: slug, value: slug, label: title, icon: 'folder' }))
  },
}

/** A folder, or none. */
export const askFolderOrNone: AskPicker = {
  ...askFolder,
  async search(query, context) {
    const none = { id: '', value: '', label: 'No folder', icon: 'minus' }
    const folders = await askFolder.search(query, context)
    return query.trim() === '' ? [...folders, none] : folders
  },
}
