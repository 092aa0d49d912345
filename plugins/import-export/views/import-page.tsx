import { PUBLISH_CHOICE } from '@typecase/content/publish-choice'
import type {
  ImportMapping,
  ImportModel,
  ImportReport,
  ImportSource,
} from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'
import { useBucketSetting } from '@typecase/plugin-sdk/react/bucket-settings'
import { CommandButton } from '@typecase/plugin-sdk/react/command-button'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation, Storage } from '@typecase/plugin-sdk/services'
import { NoPermissionState } from '@typecase/ui/no-permission-state'
import { PasswordField } from '@typecase/ui/password-field'
import { useRef, useState } from 'react'

import { type FileHead, isExportOfObjects, isWholeBucket, readHead } from '../file/file-head.ts'
import { fits, saveMapping, savedMapping } from '../file/saved-mapping.ts'
import { startMapping } from '../file/propose-mapping.ts'
import { needsMapping } from '../outcome.ts'
import { importRoute } from '../routes.ts'
import { type ImportRequest, useImport } from '../use-import.ts'
import { ExportNote } from './export-note.tsx'
import { FileChoice } from './file-choice.tsx'
import { ImportOptions, type Options } from './import-options.tsx'
import { ImportOutcome } from './import-outcome.tsx'
import styles from './import-page.module.css'
import { ImportProgress } from './import-progress.tsx'
import { MappingForm } from './mapping-form.tsx'
import { ModelForm } from './model-form.tsx'
import { SheetChoice } from './sheet-choice.tsx'

interface ChosenFile {
  file: File
  head: FileHead
  url: string | undefined
}

/** Imports a file: the user chooses it, maps its columns, checks the effect, and imports it. */
export default function ImportPage() {
  const { bucketSlug } = useRouteParams(importRoute)
  const { job: jobId } = useRouteSearch(importRoute)
  const mayImport = useFacts((facts) => facts.can?.has('import:write') ?? false)
  const { go } = useService(Navigation)
  const storage = useService(Storage)
  const [chosen, setChosen] = useState<ChosenFile>()
  const [mapping, setMapping] = useState<ImportMapping>()
  const [model, setModel] = useState<ImportModel>()
  const [source, setSource] = useState<ImportSource>()
  const [exportKey, setExportKey] = useState('')
  const lastChoice = useBucketSetting(bucketSlug, PUBLISH_CHOICE)
  const [chosenOptions, setOptions] = useState<Omit<Options, 'publishes'> & Partial<Options>>({
    mode: 'merge',
    skipsInvalid: false,
    fetchesMedia: false,
  })
  const optionsFor = (head: FileHead | undefined): Options => ({
    // A whole bucket stays as public as it was. Rows start with the account's choice for its last bulk change.
    publishes: head && isWholeBucket(head) ? true : lastChoice.value === true,
    ...chosenOptions,
  })
  const options = optionsFor(chosen?.head)
  const input = useRef<HTMLInputElement>(null)
  const { phase, send, cancel, reset, refuse } = useImport(bucketSlug, jobId, (job) => {
    void go(importRoute, { search: { job: job.id }, isReplace: true })
  })

  if (!mayImport) {
    return (
      <NoPermissionState>
        Importing needs the role developer or admin in this bucket.
      </NoPermissionState>
    )
  }

  const likeliestMapping = (file: File, head: FileHead) =>
    savedMapping(storage, bucketSlug, file.name, head) ?? startMapping(file.name, head)

  function handleChoose(file: File, head: FileHead, url?: string) {
    setChosen({ file, head, url })
    setModel(undefined)
    setSource(undefined)
    setExportKey('')
    if (isWholeBucket(head) || isExportOfObjects(head)) setMapping(undefined)
    else if (!mapping || !fits(mapping, head)) setMapping(likeliestMapping(file, head))
    reset()
    if (jobId !== undefined) void go(importRoute, { search: {}, isReplace: true })
    // Only the server can recognise the file and its content.
    if (head.format === 'export' && !head.isEncrypted) check(file, head, url)
  }

  const check = (file: File, head: FileHead, url: string | undefined) =>
    void send(
      { file, url, mapping: undefined, model: undefined, isDryRun: true, ...optionsFor(head) },
      (job) => void offerMapping(job, file, url),
    )

  /** Continues with a table whose start the server has read, as with a table from disk. */
  async function offerMapping(job: Job, file: File, url: string | undefined) {
    const { head: start, errors = [] } = reportOf(job) ?? {}
    if (!start) return
    try {
      const head = await readHead(new File([start.text], start.name))
      if (isWholeBucket(head)) return refuse(errors[0]?.message ?? '')
      setChosen({ file, head, url })
      setMapping(mapping && fits(mapping, head) ? mapping : likeliestMapping(file, head))
    } catch (reason) {
      refuse(reason instanceof Error ? reason.message : 'The table could not be read.')
    }
  }

  function start(isDryRun: boolean, changes: Partial<Options> = {}) {
    if (!chosen) return
    const { file, url } = chosen
    const nextOptions = { ...options, ...changes }
    setOptions({ ...chosenOptions, ...changes })
    if (!isDryRun) keepPublishChoice()
    if (mapping) saveMapping(storage, bucketSlug, file.name, mapping)
    const request: ImportRequest = {
      file,
      url,
      mapping,
      model,
      exportKey,
      isDryRun,
      ...nextOptions,
    }
    void send(request)
  }

  /** Saves the choice for the next bulk change. A failure to save it does not fail the import. */
  function keepPublishChoice() {
    const { publishes } = chosenOptions
    if (publishes !== undefined && publishes !== (lastChoice.value === true))
      lastChoice.save(publishes).catch(() => undefined)
  }

  const report = phase.kind === 'ended' ? reportOf(phase.job) : undefined
  // The content of the file stays on screen while it is checked again.
  if (report?.source && chosen && report.source !== source) setSource(report.source)
  const isBusy = phase.kind === 'sending' || phase.kind === 'running'
  const isImported =
    phase.kind === 'ended' && phase.job.kind === 'import' && phase.job.status === 'done'
  return (
    <div className={styles.page}>
      <header>
        <h1 className={styles.title}>Import</h1>
        <p className={styles.text}>
          Import content from a file, a folder or an address. All of it is checked first; then
          everything is imported, or nothing.
        </p>
      </header>
      {isBusy ? null : (
        <FileChoice
          inputRef={input}
          file={chosen?.file}
          head={chosen?.head}
          url={chosen?.url}
          onChoose={handleChoose}
        />
      )}
      {chosen || phase.kind !== 'idle' ? null : <ExportSection />}
      {phase.kind === 'sending' || phase.kind === 'running' ? (
        <ImportProgress phase={phase} onCancel={() => void cancel()} />
      ) : (
        <ImportOutcome
          phase={phase}
          bucketSlug={bucketSlug}
          hasFile={chosen !== undefined}
          onImport={() => start(false)}
          onLeaveOut={() => start(false, { skipsInvalid: true })}
          onChooseFile={() => input.current?.click()}
        />
      )}
      {chosen && !isBusy && !isImported ? (
        <>
          <SheetChoice
            file={chosen.file}
            head={chosen.head}
            onChoose={(head) => handleChoose(chosen.file, head)}
          />
          {chosen.head.isEncrypted ? (
            <section className={styles.section} aria-label="Key">
              <PasswordField
                label="Key of the export"
                description="This export is encrypted. Its key is not stored."
                autoComplete="off"
                value={exportKey}
                onChange={setExportKey}
              />
            </section>
          ) : null}
          {source ? (
            <ModelForm source={source} model={model ?? {}} onChange={setModel} />
          ) : mapping ? (
            <MappingForm
              bucketSlug={bucketSlug}
              mapping={mapping}
              rows={chosen.head.rows}
              onChange={setMapping}
            />
          ) : isExportOfObjects(chosen.head) ? (
            <ExportNote
              bucketSlug={bucketSlug}
              rows={chosen.head.rows}
              onMap={() => setMapping(likeliestMapping(chosen.file, chosen.head))}
            />
          ) : null}
          <ImportOptions
            options={options}
            mayHaveMedia={isWholeBucket(chosen.head)}
            isForeign={source !== undefined}
            isMapped={mapping !== undefined}
            report={report && !needsMapping(report) ? report : undefined}
            problem={
              chosen.head.isEncrypted && exportKey === ''
                ? 'Enter the key of the export.'
                : mapping
                  ? problemOf(mapping)
                  : model && problemOfModel(model)
            }
            onChange={setOptions}
            onCheck={() => start(true)}
            onImport={() => start(false)}
          />
        </>
      ) : null}
    </div>
  )
}

function ExportSection() {
  return (
    <section aria-label="Export" className={styles.section}>
      <h2 className={styles.subtitle}>Export</h2>
      <p className={styles.text}>
        Export the bucket, or some of its object types, as a zip file with its media. You can import
        it into this bucket or another one. Markdown files are for other systems, and for site
        generators.
      </p>
      <div className={styles.actions}>
        <CommandButton command="import-export.export" />
        <CommandButton command="import-export.export-markdown" />
        <CommandButton command="import-export.export-redirects" variant="quiet" />
        <CommandButton command="import-export.download" variant="quiet" />
        <CommandButton command="import-export.duplicate" variant="quiet" />
      </div>
    </section>
  )
}

/** Returns the report of a job, if it has one. */
const reportOf = ({ result }: Job): ImportReport | undefined =>
  result === null ? undefined : (result as ImportReport)

function problemOfModel({ types = [] }: ImportModel): string | undefined {
  if (types.some(({ as }) => as?.trim() === '')) return 'Give each object type a slug.'
  const fields = types.flatMap((type) => type.fields ?? [])
  return fields.some(({ as }) => as?.trim() === '') ? 'Give each field a key.' : undefined
}

function problemOf({ object_type, columns }: ImportMapping): string | undefined {
  if (object_type.trim() === '') return 'Choose which object type the rows become.'
  if (!columns.some(({ to }) => to === 'title')) return 'Choose a column for the title.'
  const aimless = columns.find(({ relation }) => relation?.type === '')
  if (aimless) return `Choose the object type that “${aimless.from}” refers to.`
  const targets = columns.flatMap(({ to }) => to ?? [])
  const twice = columns.find(({ to }) => to && targets.indexOf(to) !== targets.lastIndexOf(to))
  if (twice) return `Two columns are mapped to “${twice.to?.replace('metadata.', '')}”.`
  return undefined
}
