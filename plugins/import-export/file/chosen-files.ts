import { type FolderFile, folderArchive, isContent } from '@typecase/contract/folder-archive'

/** Returns the files of a chosen folder, or several chosen files. */
export const chosenFiles = (files: FileList): FolderFile[] =>
  Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Returns the files that were dropped, including those in dropped folders. */
export async function droppedFiles({ items }: DataTransfer): Promise<FolderFile[]> {
  // The list is empty after the event, so it is read first.
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesUnder))).flat()
}

async function filesUnder(entry: FileSystemEntry): Promise<FolderFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (!isContent(path)) return []
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    return [{ path, file }]
  }
  if (!isFolder(entry)) return []
  const reader = entry.createReader()
  const files: FolderFile[] = []
  for (;;) {
    // A reader returns only some of the entries per call.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (some.length === 0) return files
    files.push(...(await Promise.all(some.map(filesUnder))).flat())
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/**
 * Returns a single file unchanged, and packs several files, or those of a folder, into an archive.
 * @throws with a message for the user, if a folder contains no files
 */
export function asOneFile(all: readonly FolderFile[]): File {
  const files = all.filter(({ path }) => isContent(path))
  const [first] = files
  if (!first) throw new Error('The folder holds no files.')
  if (files.length === 1 && first.file instanceof File && !first.path.includes('/'))
    return first.file
  const [folder = ''] = first.path.split('/')
  const isFolderAlone = files.every(({ path }) => path.startsWith(`${folder}/`))
  const within = isFolderAlone
    ? files.map(({ path, file }) => ({ path: path.slice(folder.length + 1), file }))
    : files
  return new File([folderArchive(within)], `${isFolderAlone ? folder : 'files'}.tar`)
}
