import { type MediaEdit, type MediaTextEdit, mediaTexts } from '@typecase/contract/media'

import { MAX_MEDIA_METADATA_BYTES } from '../../limits.ts'
import { invalid } from '../../http/failure.ts'
import { editedText } from '../objects/changes/bulk-edit/edit-value.ts'
import { type MediaFields, metadataField } from './media-fields.ts'
import type { MediaKind } from './media-kind.ts'
import { labels } from './media-search.ts'
import { mediaFields, type StoredMedia } from './store.ts'

/** Applies an edit to a media. @returns the changed fields, or the field that cannot be changed with the reason */
export function editedMedia(
  media: StoredMedia,
  edit: MediaEdit,
): { fields: MediaFields } | { field: string; reason: string } {
  const { folder, metadata } = edit
  const fields: Record<string, unknown> = {}
  for (const field of mediaFields) {
    const change = edit[field]
    if (!change) continue
    const text = editText(media[field], change)
    const most = mediaTexts[field]
    if (text.length > most) {
      return { field, reason: `${labels[field]} must be at most ${most} characters` }
    }
    fields[field] = text
  }
  if (folder !== undefined) fields['folder'] = folder
  for (const [key, value] of Object.entries(metadata ?? {})) fields[metadataField(key)] = value
  const size = media.metadata.length + (JSON.stringify(metadata)?.length ?? 0)
  if (metadata && size > MAX_MEDIA_METADATA_BYTES) {
    return {
      field: 'metadata',
      reason: `Metadata must be at most ${MAX_MEDIA_METADATA_BYTES} characters`,
    }
  }
  return { fields }
}

function editText(before: string, { op, value = '' }: MediaTextEdit): string {
  if (op === 'set') return value
  return op === 'clear' ? '' : editedText(before, { op, value })
}

/** Checks that metadata has keys to merge by. @throws Failure `invalid` for a list */
export function checkMetadata(metadata: object | undefined, path: string): void {
  if (Array.isArray(metadata)) throw invalid(path, `${path} must be a JSON object`, 'type')
}

/** Checks an edit. @throws Failure `invalid` for an empty edit, or one whose operation and value do not match */
export function checkEdit(data: MediaEdit): void {
  if (Object.keys(data).length === 0) {
    throw invalid('data', 'data must say what to change', 'required')
  }
  checkMetadata(data.metadata, 'data.metadata')
  for (const field of mediaFields) {
    const edit = data[field]
    if (!edit) continue
    const path = `data.${field}.value`
    const isEmpty = edit.value === undefined || edit.value === ''
    if (edit.op === 'clear' && edit.value !== undefined)
      throw invalid(path, `${path} must not be sent with clear`, 'unexpected')
    if (edit.op !== 'clear' && edit.op !== 'set' && isEmpty)
      throw invalid(path, `${path} is a required field`, 'required')
    if (edit.op === 'set' && edit.value === undefined)
      throw invalid(path, `${path} is a required field`, 'required')
  }
}

export const editKind: MediaKind<MediaEdit> = {
  kind: 'media.bulkEdit',
  title: describeEdit,
  step: (edit) => (media) => editedMedia(media, edit),
}

export const deleteKind: MediaKind<null> = {
  kind: 'media.delete',
  title: (_params, media) => `Delete ${media}`,
  isDeleting: true,
  step: () => () => ({ fields: { deleted: true } }),
}

export const restoreKind: MediaKind<null> = {
  kind: 'media.restore',
  title: (_params, media) => `Restore ${media}`,
  isRestoring: true,
  step: () => () => ({ fields: { deleted: false } }),
}

function describeEdit(edit: MediaEdit, media: string): string {
  const { folder, ...rest } = edit
  if (folder !== undefined && Object.keys(rest).length === 0) {
    return folder === null ? `Take ${media} out of folders` : `Move ${media} to “${folder}”`
  }
  const names = { title: 'title', alt_text: 'alt text', folder: 'folder', metadata: 'metadata' }
  const changed = Object.entries(names).flatMap(([key, name]) => (key in edit ? name : []))
  return `Change ${changed.join(', ')} of ${media}`
}
