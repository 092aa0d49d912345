import { openAsBlob, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, relative, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'

import { folderArchive, isContent } from '@typecase/contract/folder-archive'
import type { ImportMapping, ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'

import { isWholeBucket, readHead } from '../plugins/import-export/file/file-head.ts'
import { startMapping } from '../plugins/import-export/file/propose-mapping.ts'
import { formatReport } from '../plugins/import-export/report-text.ts'
import { end } from './terminal/end.ts'
import { followJob, onCtrlC } from './terminal/follow-job.ts'
import { createLines } from './terminal/lines.ts'
import { Problem, WrongArguments } from './terminal/problem.ts'
import { send, type Server } from './terminal/server.ts'
import { signIn } from './terminal/sign-in.ts'

const lines = createLines(process.stdout)

const USAGE = `Imports a file into a bucket of a running server.

  npx typecase import <file> --bucket <slug> [options]

What
  <file>            the zip of an export, bucket.json, Excel (.xlsx), CSV, JSON or NDJSON, or an export of
                    another system, gzipped or not; a folder of Markdown files, or of an export; or an http(s)
                    address from which the server fetches the file
  --bucket <slug>   the bucket to import into, as in its address
  --map <file>      assigns the columns of a table to fields (JSON); see docs/operations.md. Without it, the
                    command imports nothing and prints a mapping that you can save and correct
  --model <file>    for an export of another system: types and fields to rename or leave out (JSON); see
                    docs/operations.md
  --type <slug>     replaces the object type of the mapping

How
  --mode <mode>     merge    adds objects, and updates those with the same id, or type, slug and locale (default)
                    replace  makes the bucket match the file; everything else goes to the trash
                    dry_run  only reports what merge would do
  --plan            the same as --mode dry_run
  --missing-references <what>
                    error    rejects rows with a relation to an object that does not exist (default for tables)
                    keep     leaves the field unchanged
                    empty    drops the relation
  --export-key <key>
                    the key of an encrypted Strapi export; or TYPECASE_EXPORT_KEY
  --conflicts <what>
                    fields that changed both here and in the export since the last import
                    keep     keeps the value here (default)
                    take     takes the value of the file
  --fetch-media     copies media files from the addresses in the file
  --drafts          saves changes of published objects as drafts
  --skip-invalid    skips invalid rows instead of importing nothing

Where
  --url <address>   the server (default http://127.0.0.1:4700)
  --token <token>   the token of a session; or TYPECASE_TOKEN
  --email <address> and --password <password>, or TYPECASE_EMAIL and TYPECASE_PASSWORD, log in

The exit code is 0 on success, 1 if nothing was changed, and 2 if the arguments are wrong.
Ctrl+C cancels the import, and nothing is changed.
`

/** Maximum number of findings per kind that the terminal lists. */
const MAX_FINDINGS = 20
const MODES = ['merge', 'replace', 'dry_run']
const CONFLICTS = ['keep', 'take']
const MISSING = ['error', 'keep', 'empty']

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bucket: { type: 'string' },
      mode: { type: 'string', default: 'merge' },
      map: { type: 'string' },
      model: { type: 'string' },
      plan: { type: 'boolean', default: false },
      type: { type: 'string' },
      'missing-references': { type: 'string' },
      conflicts: { type: 'string' },
      'skip-invalid': { type: 'boolean', default: false },
      drafts: { type: 'boolean', default: false },
      'export-key': { type: 'string', default: process.env['TYPECASE_EXPORT_KEY'] ?? '' },
      'fetch-media': { type: 'boolean', default: false },
      url: { type: 'string', default: 'http://127.0.0.1:4700' },
      token: { type: 'string', default: process.env['TYPECASE_TOKEN'] ?? '' },
      email: { type: 'string', default: process.env['TYPECASE_EMAIL'] ?? '' },
      password: { type: 'string', default: process.env['TYPECASE_PASSWORD'] ?? '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const { bucket, map, model, type, url, token, email, password } = values
  const mode = values.plan ? 'dry_run' : values.mode
  const [file, ...others] = positionals
  if (file === undefined) throw new WrongArguments('Say which file to import.')
  if (others.length > 0)
    throw new WrongArguments(`Import one file at a time, without ${others[0]}.`)
  if (!bucket) throw new WrongArguments('Say which bucket to import into: --bucket <slug>.')
  if (!MODES.includes(mode)) {
    throw new WrongArguments(`--mode is one of ${MODES.join(', ')}, not “${mode}”.`)
  }
  const missing = values['missing-references']
  if (missing !== undefined && !MISSING.includes(missing)) {
    throw new WrongArguments(
      `--missing-references is one of ${MISSING.join(', ')}, not “${missing}”.`,
    )
  }
  if (!isAddress(file)) assertExists(file)
  const { conflicts } = values
  if (conflicts !== undefined && !CONFLICTS.includes(conflicts)) {
    throw new WrongArguments(`--conflicts is one of ${CONFLICTS.join(', ')}, not “${conflicts}”.`)
  }
  if (model !== undefined) assertFile(model)
  if (map !== undefined) assertFile(map)
  else if (type !== undefined) throw new WrongArguments('--type needs --map.')
  if (!URL.canParse(url)) throw new WrongArguments(`--url is an address, not “${url}”.`)
  if (!token && !(email && password)) {
    throw new WrongArguments('Give --token, or --email and --password.')
  }
  return { ...values, mode, file, bucket }
}

const isAddress = (file: string): boolean => /^https?:\/\//i.test(file)

function assertExists(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false }))
    throw new WrongArguments(`There is no file or folder ${path}.`)
}

function assertFile(path: string): void {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) {
    throw new WrongArguments(`There is no file ${path}.`)
  }
}

type Arguments = NonNullable<ReturnType<typeof readArguments>>

async function run(args: Arguments): Promise<void> {
  const token = args.token || (await signIn(args.url, args))
  const server: Server = { url: args.url, token }
  const form = new FormData()
  form.set('import_mode', args.mode)
  form.set('skip_invalid', String(args['skip-invalid']))
  if (args.drafts) form.set('publish', 'false')
  const missing = args['missing-references']
  if (missing) form.set('missing_references', missing)
  if (args['export-key']) form.set('export_key', args['export-key'])
  if (args.conflicts) form.set('conflicts', args.conflicts)
  if (args['fetch-media']) form.set('fetch_media', 'true')
  if (args.map) {
    // The server checks the mapping.
    const mapping = readJson(args.map) as ImportMapping
    if (args.type) mapping.object_type = args.type
    form.set('mapping', JSON.stringify(mapping))
  }
  if (args.model) form.set('model', JSON.stringify(readJson(args.model)))
  if (isAddress(args.file)) form.set('import_url', args.file)
  else {
    const { content, name } = await contentOf(args.file)
    form.set('import_file', content, name)
    lines.say(`Sending ${name} …`)
  }
  const path = `/v3/buckets/${encodeURIComponent(args.bucket)}/import-bucket`
  const { body } = await send(server, path, { method: 'POST', body: form })
  // `importBucket` in the contract responds with a job.
  const { job } = body as { job: Job }
  await sayDone(await followJob(server, job, onCtrlC(), (now) => lines.say(progressOf(now))))
}

/** Returns a file, or a folder as an archive. Both are streamed from disk. */
async function contentOf(path: string): Promise<{ content: Blob; name: string }> {
  const name = basename(resolve(path))
  if (!statSync(path).isDirectory()) return { content: await openAsBlob(path), name }
  const entries = readdirSync(path, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)))
    .filter((file) => isContent(file))
    .toSorted()
  if (files.length === 0) throw new WrongArguments(`The folder ${path} holds no files.`)
  const blobs = files.map(async (file) => ({
    path: file.replaceAll(sep, '/'),
    file: await openAsBlob(join(path, file)),
  }))
  return { content: folderArchive(await Promise.all(blobs)), name: `${name}.tar` }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new WrongArguments(`${file} is not valid JSON.`)
  }
}

function progressOf({ status, done, total }: Job): string {
  if (status === 'queued') return 'Waiting for other jobs of the bucket …'
  const share = total > 0 ? Math.floor((100 * done) / total) : 0
  const counts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
  // A log gets ten lines instead of a hundred.
  return process.stdout.isTTY
    ? `Importing … ${share} %  (${counts})`
    : `Importing … ${Math.floor(share / 10) * 10} %`
}

async function sayDone(job: Job): Promise<void> {
  process.stdout.write('\n')
  // The result of an import is its report; it is missing if the import could not be read.
  const report = job.result as ImportReport | null
  if (report?.head) await proposeMapping(report.head)
  if (report) process.stdout.write(formatReport(report, MAX_FINDINGS))
  if (job.status === 'done') return
  throw new Problem(
    job.errors.at(-1)?.reason ?? `The import was ${job.status}. Nothing was changed.`,
  )
}

/**
 * Prints a mapping proposed from the names of the columns.
 * @throws Problem, since nothing was imported
 */
async function proposeMapping({ name, text }: NonNullable<ImportReport['head']>): Promise<void> {
  const head = await readHead(new File([text], name)).catch((reason: Error) => {
    throw new Problem(reason.message)
  })
  // The report has already said that it cannot be read.
  if (isWholeBucket(head)) return
  process.stdout.write(`\n${JSON.stringify(startMapping(name, head), null, 2)}\n`)
  throw new Problem(
    'Nothing was imported, because a table needs a mapping. Save the one above, correct it, and pass it as --map.',
  )
}

try {
  const args = readArguments()
  if (args) await run(args)
  else process.stdout.write(USAGE)
} catch (reason) {
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  // Errors of `parseArgs`, such as an unknown option.
  const isWrong = reason instanceof WrongArguments || code.startsWith('ERR_PARSE_ARGS')
  if (!(reason instanceof Problem) && !isWrong) throw reason
  const words = reason instanceof Error ? reason.message : ''
  process.stderr.write(`\n${words}\n${isWrong ? 'See npx typecase import --help.\n' : ''}\n`)
  process.exitCode = isWrong ? 2 : 1
}
await end(Number(process.exitCode ?? 0))
