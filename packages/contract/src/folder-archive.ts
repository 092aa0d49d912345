/** A file of a folder, at its path within it. */
export interface FolderFile {
  readonly path: string
  readonly file: Blob
}

/** Files that operating systems and version control add. */
const IGNORED = /(^|\/)(__MACOSX|\.DS_Store|\.git|Thumbs\.db|node_modules)(\/|$)/
/** Whether a file or folder belongs to the content of a folder, by its path. */
export const isContent = (path: string): boolean => !IGNORED.test(path)

const BLOCK = 512
const encoder = new TextEncoder()

/**
 * The files of a folder as a tar, which refers to them: none is read before it is sent. Paths are in extended headers (POSIX.1-2001,
 * “pax Interchange Format”), so that they may have any length and letters.
 */
export function folderArchive(files: readonly FolderFile[]): Blob {
  const parts = files.flatMap(({ path, file }) => {
    const record = encoder.encode(paxRecord('path', path))
    return [
      header('pax', record.length, 'x'),
      ...padded(new Blob([record])),
      header('file', file.size, '0'),
      ...padded(file),
    ]
  })
  return new Blob([...parts, new Uint8Array(2 * BLOCK)], { type: 'application/x-tar' })
}

/** `27 path=posts/hello.md`: its number counts the bytes of the whole record, the number included. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const { length } = encoder.encode(rest)
  const digits = String(length + String(length).length).length
  return `${length + digits}${rest}`
}

const padded = (file: Blob): BlobPart[] => [file, new Uint8Array(-file.size & (BLOCK - 1))]

/** The header of a file in a tar (POSIX.1-1988, “ustar”). */
function header(name: string, size: number, type: '0' | 'x'): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(BLOCK)
  const put = (at: number, text: string) => bytes.set(encoder.encode(text), at)
  put(0, name)
  put(100, '0000644\0')
  put(124, `${size.toString(8).padStart(11, '0')}\0`)
  put(136, '00000000000\0')
  // The checksum is that of a header whose checksum is blank.
  put(148, '        ')
  put(156, type)
  put(257, 'ustar\x0000')
  const sum = bytes.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return bytes
}
