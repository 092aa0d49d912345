import type { Upload, UploadsService } from '@typecase/content/media-uploads'
import { newId } from '@typecase/contract/ids'
import { MEDIA_LIMIT } from '@typecase/contract/media-upload'
import { isApiError, isPassing, ruleOf } from '@typecase/plugin-sdk/api-error'
import type { ApiService } from '@typecase/plugin-sdk/services'

import type { UploadStore } from './upload-store.ts'
import { type FileToSend, forgetUpload, sendFile } from './send-file.ts'

/** Number of files sent at the same time. More would not be faster, and the page has only six connections. */
const AT_ONCE = 3

export interface QueueParts {
  readonly api: ApiService
  readonly storage: UploadStore
  /** Called on every change. */
  readonly onChange: (uploads: readonly Upload[]) => void
}

/** An upload, with the parts that only the queue uses. */
interface Item extends FileToSend {
  readonly release?: () => void
  readonly stop?: AbortController
  /** Settles when the browser has stored the file. */
  readonly stored?: Promise<void>
}

export interface UploadQueue extends UploadsService {
  /** Stops and deletes the uploads of an account that has signed out. */
  clear(): void
}

export function createUploadQueue({ api, storage, onChange }: QueueParts): UploadQueue {
  let uploads: readonly Upload[] = []
  const items = new Map<string, Item>()
  const listeners = new Set<() => void>()

  function update(next: readonly Upload[]): void {
    uploads = next
    onChange(next)
    for (const listener of listeners) listener()
  }

  const find = (id: string): Upload | undefined => uploads.find((one) => one.id === id)
  const change = (id: string, patch: Partial<Upload>): void =>
    update(uploads.map((one) => (one.id === id ? { ...one, ...patch } : one)))
  const know = (id: string, patch: Partial<Item>): void => {
    const item = items.get(id)
    if (item) items.set(id, { ...item, ...patch })
  }

  function enter(id: string, item: Item): void {
    const { file, bucket, folder } = item
    const { name, size, type } = file
    items.set(id, item)
    const common = { id, bucket, name, size, type, sent: 0, ...(folder && { folder }) }
    const isTooLarge = size > MEDIA_LIMIT
    update([
      ...uploads,
      isTooLarge
        ? { ...common, status: 'failed', reason: 'Files can be at most 900 MB.' }
        : { ...common, status: 'waiting' },
    ])
  }

  /** Stores a file. If the browser cannot, the upload only fails to resume after a reload. */
  async function keep(id: string): Promise<void> {
    const item = items.get(id)
    if (!item) return
    const { file, bucket, folder, uploadId } = item
    const kind = { file, bucket, ...(folder && { folder }), ...(uploadId && { uploadId }) }
    await storage.keep(id, kind).catch(() => undefined)
  }

  async function hold(id: string): Promise<void> {
    const release = await storage.hold(id).catch(() => undefined)
    if (!release) return
    if (items.has(id)) know(id, { release })
    else release()
  }

  function end(id: string, patch: Partial<Upload>): void {
    const release = items.get(id)?.release
    items.delete(id)
    // Removed before the release, so the next tab that gets the lock finds nothing to send.
    void storage
      .remove(id)
      .catch(() => undefined)
      .then(release)
    change(id, patch)
  }

  function fill(): void {
    const room = AT_ONCE - uploads.filter(({ status }) => status === 'sending').length
    const next = uploads.filter(({ status }) => status === 'waiting').slice(0, Math.max(0, room))
    for (const { id } of next) void send(id)
  }

  async function send(id: string): Promise<void> {
    const item = items.get(id)
    if (!item) return
    const stop = new AbortController()
    know(id, { stop })
    change(id, { status: 'sending' })
    try {
      // If the page reloads with the first bytes sent, the file is already stored.
      await item.stored
      const media = await sendFile(api, item, {
        signal: stop.signal,
        onBegun(uploadId) {
          know(id, { uploadId })
          void keep(id)
        },
        onSent: (sent) => change(id, { sent }),
      })
      if (find(id)?.status === 'sending')
        end(id, { status: 'done', sent: find(id)?.size ?? 0, media })
    } catch (reason) {
      if (find(id)?.status !== 'sending') return
      const words = reason instanceof Error ? reason.message : 'The file could not be sent.'
      const rule = ruleOf(reason)
      change(id, { status: 'failed', reason: words, ...(rule && { rule }) })
      // A file that the server refuses for its content would also be refused after a reload.
      if (!isPassing(reason) && !isApiError(reason, 'unauthenticated'))
        storage.remove(id).catch(() => undefined)
    } finally {
      fill()
    }
  }

  return {
    list: () => uploads,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    add(bucket, files, folder) {
      const ids = files.map((file) => {
        const id = newId()
        enter(id, { file, bucket, ...(folder && { folder }) })
        if (find(id)?.status !== 'waiting') return id
        know(id, { stored: keep(id) })
        void hold(id)
        return id
      })
      fill()
      return ids
    },
    cancel(ids) {
      for (const id of ids) {
        const { status, bucket } = find(id) ?? {}
        if (!bucket || status === 'done' || status === 'cancelled') continue
        const { stop, uploadId } = items.get(id) ?? {}
        end(id, { status: 'cancelled' })
        stop?.abort()
        if (uploadId) forgetUpload(api, bucket, uploadId)
      }
      fill()
    },
    retry(ids) {
      for (const id of ids) {
        const upload = find(id)
        if (upload?.status !== 'failed' || upload.size > MEDIA_LIMIT) continue
        const { reason: _, rule: _rule, ...rest } = upload
        update(uploads.map((one) => (one.id === id ? { ...rest, status: 'waiting' } : one)))
        void keep(id)
      }
      fill()
    },
    async resume() {
      const pending = (await storage.all()).filter(([id]) => !find(id))
      const releases = await Promise.all(
        pending.map(async ([id]) => [id, await storage.hold(id)] as const),
      )
      // Uploads that another tab finished meanwhile are no longer in the store.
      const storedFiles = new Map(await storage.all())
      const resumed: string[] = []
      for (const [id, release] of releases) {
        const file = storedFiles.get(id)
        if (!release) continue
        if (!file || find(id)) {
          release()
          continue
        }
        enter(id, { ...file, release })
        resumed.push(id)
      }
      fill()
      return resumed
    },
    clear() {
      for (const { stop, release } of items.values()) {
        stop?.abort()
        release?.()
      }
      items.clear()
      update([])
      storage.clear().catch(() => undefined)
    },
  }
}
