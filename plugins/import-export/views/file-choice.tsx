import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '@typecase/ui/button'
import { Icon } from '@typecase/ui/icon'
import { type DragEvent, type RefObject, useState } from 'react'
import { formatSize } from '@typecase/ui/format'
import { formatCount } from '@typecase/ui/count'

import type { FolderFile } from '@typecase/contract/folder-archive'

import { asOneFile, chosenFiles, droppedFiles } from '../file/chosen-files.ts'
import { type FileHead, readHead } from '../file/file-head.ts'
import { AddressChoice } from './address-choice.tsx'
import styles from './import-page.module.css'

interface FileChoiceProps {
  inputRef: RefObject<HTMLInputElement | null>
  file: File | undefined
  head: FileHead | undefined
  /** Address that the server fetches the file from. */
  url: string | undefined
  /** @param url the address of a file that the server fetches; `file` then only has its name */
  onChoose(file: File, head: FileHead, url?: string): void
}

const TYPES = [
  '.zip',
  '.json',
  '.csv',
  '.tsv',
  '.xlsx',
  '.ndjson',
  '.jsonl',
  '.gz',
  '.xml',
  '.tar',
  '.tgz',
  '.enc',
]
const FORMATS = {
  zip: 'Zip',
  export: 'Export of another system',
  'bucket.json': 'bucket.json',
  csv: 'CSV',
  xlsx: 'Excel workbook',
  json: 'JSON',
  ndjson: 'NDJSON',
} as const

/** Takes a file, several files or a folder, by button or by drop, or an address, and says what was chosen. */
export function FileChoice({ inputRef, file, head, url, onChoose }: FileChoiceProps) {
  const [failure, setFailure] = useState<string>()
  const [isOver, setOver] = useState(false)

  async function handleFiles(selection: Promise<FolderFile[]> | FolderFile[]) {
    setFailure(undefined)
    try {
      const one = asOneFile(await selection)
      onChoose(one, await readHead(one))
    } catch (reason) {
      setFailure(reason instanceof Error ? reason.message : 'The file could not be read.')
    }
  }

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void handleFiles(droppedFiles(event.dataTransfer))
  }

  function handleSelect(files: FileList | null) {
    if (files && files.length > 0) void handleFiles(chosenFiles(files))
  }

  function handleAddress(address: URL) {
    const name = address.pathname.split('/').at(-1) || address.host
    onChoose(new File([], name), EXPORT, address.href)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dropping is an extra to the button inside
    <section
      className={styles.drop}
      data-over={isOver || undefined}
      data-empty={!file || undefined}
      aria-label="File"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={handleDrop}
    >
      <Icon name={file ? 'file-text' : 'upload'} size={20} className={styles.fileIcon} />
      {file && head ? (
        <p className={styles.fileText}>
          <strong className={styles.fileName}>{file.name}</strong>
          <span>
            {(url === undefined
              ? [FORMATS[head.format], formatSize(file.size), columnsOf(head)]
              : [`From ${new URL(url).host}`, columnsOf(head)]
            )
              .filter(Boolean)
              .join(' · ')}
          </span>
          {head.notice ? <span>{head.notice}</span> : null}
        </p>
      ) : (
        <p className={styles.fileText}>
          <strong>Drop a file or a folder here, or choose one</strong>
          <span>
            An export of this or another system, a folder of Markdown files,{' '}
            <code>bucket.json</code>, CSV, Excel, JSON or NDJSON, up to 900 MB
          </span>
        </p>
      )}
      <div className={styles.actions}>
        <FileTrigger
          ref={inputRef}
          acceptedFileTypes={TYPES}
          allowsMultiple
          onSelect={handleSelect}
        >
          <Button
            icon={file ? undefined : 'upload'}
            variant={file ? 'plain' : 'primary'}
            autoFocus={!file}
          >
            {file ? 'Choose another file' : 'Choose a file'}
          </Button>
        </FileTrigger>
        {file ? null : (
          <FileTrigger acceptDirectory onSelect={handleSelect}>
            <Button>Choose a folder</Button>
          </FileTrigger>
        )}
      </div>
      {file && url === undefined ? null : <AddressChoice chosen={url} onChoose={handleAddress} />}
      {failure ? (
        <p role="alert" className={styles.failure}>
          <Icon name="circle-alert" size={16} />
          <span>{failure}</span>
        </p>
      ) : null}
    </section>
  )
}

/** The assumed content of an address, until the server has read it. */
const EXPORT: FileHead = { format: 'export', columns: [], rows: [] }

const columnsOf = ({ columns }: FileHead): string =>
  columns.length > 0 ? formatCount(columns.length, 'column') : ''
