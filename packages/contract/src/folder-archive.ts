/** A file with its path within a folder. */
export interface FolderFile {
  readonly path: string
  readonly file: Blob
}

/** Files and folders that operating systems, version control and package managers add. */
const IGNORED_PATHS = /(^|\/)(__MACOSX|\.DS_Store|\.git|Thumbs\.db|node_modules)(\/|$)/
/** Whether a file or folder is part of the content, judged by its path. */
export const isContent = (path: string): boolean => !IGNORED_PATHS.test(path)

const BLOCK = 512
const encoder = new TextEncoder()

/**
 * Packs the files of a folder into a tar that refers to them, so none is read before it is sent. Extended headers
 * (POSIX.1-2001, “pax Interchange Format”) hold the paths, which may have any length and characters.
 */
export function folderArchive(files: readonly FolderFile[]): Blob {
  const parts = files.flatMap(({ path, file }) => {
    const record = encoder.encode(paxRecord('path', path))
    return [
      header('pax', record.length, 'x'),
      ...pad(new Blob([record])),
      header('file', file.size, '0'),
      ...pad(file),
    ]
  })
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: 'application/x-tar' })
}

/**
 * Returns a record such as `23 path=posts/hello.md`. The number counts the bytes of the whole record, including itself
 * and the line break.
 */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const { length } = encoder.encode(rest)
  const digits = String(length + String(length).length).length
  return `${length + digits}${rest}`
}

const pad = (file: Blob): BlobPart[] => [file, new Uint8Array(-file.size & (BLOCK - 1))]

/** Returns the header of a file in a tar (POSIX.1-1988, “ustar”). */
function header(name: string, size: number, type: '0' | 'x'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK)
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at)
  put(0, name)
  put(100, '0000644\0')
  put(124, `${size.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  // The checksum covers the header with blanks in place of the checksum.
  put(148, '        ')
  put(156, type)
  put(257, 'ustar\x0000')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return bytes
}
