import type { FilesService } from '@typecase/plugin-sdk/services'

/** Keeps files until the page is closed, so that arguments can refer to them. */
export function createFiles(): FilesService {
  const files = new Map<string, File>()
  return {
    keep(file) {
      const fileId = `file-${files.size + 1}`
      files.set(fileId, file)
      return { fileId, name: file.name, size: file.size, type: file.type }
    },
    get({ fileId, name }) {
      const file = files.get(fileId)
      if (!file)
        throw new Error(`“${name}” is no longer available after the reload. Choose it again.`)
      return file
    },
  }
}
