import type { Upload, UploadsService } from '@typecase/content/media-uploads'
import { Api, FactStore, Session, Storage } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { createUploadStore } from './upload-store.ts'
import { createUploadQueue } from './queue.ts'
import { UPLOADS_KEY } from './resume.ts'

/** Creates the uploads of the signed-in user. */
export function createUploads(services: Services): UploadsService {
  const storage = services.get(Storage)
  const queue = createUploadQueue({
    api: services.get(Api),
    storage: createUploadStore(() => services.get(Session).getSnapshot().data?.id ?? ''),
    onChange(uploads) {
      const isStored = uploads.some(isOpen)
      if (isStored !== (storage.get(UPLOADS_KEY) === true)) {
        if (isStored) storage.set(UPLOADS_KEY, true)
        else storage.remove(UPLOADS_KEY)
      }
      const failed = uploads.filter(({ status }) => status === 'failed').length
      const facts = services.get(FactStore)
      const count = facts.get()['media.failedUploads'] ?? 0
      if (failed !== count) facts.set({ 'media.failedUploads': failed > 0 ? failed : undefined })
    },
  })
  storage.onClear(() => queue.clear())
  return queue
}

const isOpen = ({ status }: Upload): boolean =>
  status === 'waiting' || status === 'sending' || status === 'failed'
