import { type MediaEdit, type MediaTextEdit, mediaTexts } from '@typecase/contract/media'

import { MAX_MEDIA_METADATA_BYTES } from '../../limits.ts'
import type { App } from '../../app.ts'
import { registerWork, type Work } from '../../bulk/change-many.ts'
import type { Failed } from '../../bulk/failures.ts'
import { invalid } from '../../http/failure.ts'
import { editedText } from '../objects/changes/bulk-edit/edit-value.ts'
import { type MediaFields, metadataField } from './media-fields.ts'
import { labels } from './media-search.ts'
import { publishedUseRefusals } from './published-use.ts'
import { MISSING, formatMediaCount } from './replace-work.ts'
import { mediaFields, readMedia, type StoredMedia } from './store.ts'
import { type MediaChange, writeMedia } from './write-media.ts'

/** A step of a change to media: an edit, a deletion or a restoration. */
export type MediaStep = MediaEdit & { deleted?: boolean }

/** The changed fields of a media, or the reason why nothing changes, with the field that causes it. */
export function editedMedia(
  media: StoredMedia,
  step: MediaStep,
): { fields: MediaFields } | { field: string; reason: string } {
  const { folder, metadata, deleted } = step
  const fields: Record<string, unknown> = {}
  for (const field of mediaFields) {
    const edit = step[field]
    if (!edit) continue
    const text = edited(media[field], edit)
    const most = mediaTexts[field]
    if (text.length > most) {
      return { field, reason: `${labels[field]} must be at most ${most} characters` }
    }
    fields[field] = text
  }
  if (folder !== undefined) fields['folder'] = folder
  if (deleted !== undefined) fields['deleted'] = deleted
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

function edited(before: string, { op, value = '' }: MediaTextEdit): string {
  if (op === 'set') return value
  return op === 'clear' ? '' : editedText(before, { op, value })
}

/** @throws Failure `invalid` for metadata that has no keys to merge by */
export function checkMetadata(metadata: object | undefined, path: string): void {
  if (Array.isArray(metadata)) throw invalid(path, `${path} must be a JSON object`, 'type')
}

/** @throws Failure `invalid` for an edit that says nothing, or something that is no edit */
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

/** Work that does one thing to many media. */
function mediaWork<Params>(
  kind: string,
  stepOf: (params: Params) => MediaStep,
  describe: (params: Params, media: string) => string,
): Work<Params> {
  return {
    kind,
    title: (params, count, only) => describe(params, formatMediaCount(count, only)),
    nameOf: async (db, access, id) => (await readMedia(db, access, [id])).get(id)?.label,

    async change(app, write, access, params, ids, reason) {
      const step = stepOf(params)
      const media = await readMedia(write.db, access, ids)
      const refusals = step.deleted
        ? await publishedUseRefusals(app, write.db, access, [...media.values()])
        : undefined
      const failed: Failed[] = []
      const changes: MediaChange[] = []
      let matched = 0
      for (const id of ids) {
        const before = media.get(id)
        if (!before || isOutOfReach(before, step)) {
          failed.push({ object_id: id, title: '', reason: MISSING })
          continue
        }
        matched += 1
        const made = editedMedia(before, step)
        const refusal = refusals?.get(before.name)
        if (refusal !== undefined) {
          failed.push({ object_id: id, title: before.label, reason: refusal })
        } else if ('reason' in made) {
          failed.push({ object_id: id, title: before.label, reason: made.reason })
        } else changes.push({ before, after: made.fields })
      }
      const { changeSetId, written } = await writeMedia(app, write, access, changes, reason)
      return { matched, modified: written, failed, changeSetId }
    },
  }
}

/** Only trashed media can be restored, and other steps apply to live media only. */
export const isOutOfReach = ({ deleted_at }: StoredMedia, { deleted }: MediaStep): boolean =>
  (deleted_at !== null) !== (deleted === false)

export const editWork = mediaWork<MediaEdit>('media.bulkEdit', (edit) => edit, describeEdit)
export const deleteWork = mediaWork<null>(
  'media.delete',
  () => ({ deleted: true }),
  (_params, media) => `Delete ${media}`,
)
export const restoreMediaWork = mediaWork<null>(
  'media.restore',
  () => ({ deleted: false }),
  (_params, media) => `Restore ${media}`,
)

export function registerMediaWork(app: Pick<App, 'jobs'>): void {
  for (const work of [deleteWork, restoreMediaWork]) registerWork(app, work)
  registerWork(app, editWork)
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
