import { existsSync, openAsBlob, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

import type { ImportMapping, ImportReport } from '@typecase/contract/import-export'
import type { Job } from '@typecase/contract/jobs'

import { reportInWords } from './import-report.ts'

const USAGE = `
Imports a file into a bucket of a running server.

  npm run import -- <file> --bucket <slug> [options]

  <file>            bucket.json, CSV or NDJSON; gzip is recognised
  --bucket <slug>   the bucket to import into
  --mode <mode>     merge (default), replace, or dry_run, which only reports
  --map <file>      how columns become fields (JSON); needed for CSV and NDJSON
  --type <slug>     object type, in place of the one that the mapping names
  --skip-invalid    leave out rows that cannot be taken, rather than import nothing
  --url <address>   the server, http://127.0.0.1:4700 unless given
  --token <token>   a session's token, or TYPECASE_TOKEN; or sign in with
  --email <address> --password <password> (TYPECASE_EMAIL, TYPECASE_PASSWORD)
`

const POLL_MS = 250

/** A sentence for the person at the terminal, without a stack. */
class Problem extends Error {}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      bucket: { type: 'string' },
      mode: { type: 'string', default: 'merge' },
      map: { type: 'string' },
      type: { type: 'string' },
      'skip-invalid': { type: 'boolean', default: false },
      url: { type: 'string', default: 'http://127.0.0.1:4700' },
      token: { type: 'string', default: process.env['TYPECASE_TOKEN'] ?? '' },
      email: { type: 'string', default: process.env['TYPECASE_EMAIL'] ?? '' },
      password: { type: 'string', default: process.env['TYPECASE_PASSWORD'] ?? '' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [file] = positionals
  if (values.help || !file || !values.bucket) throw new Problem(USAGE)
  if (!existsSync(file)) throw new Problem(`There is no file ${file}.`)
  return { ...values, file, bucket: values.bucket }
}

type Arguments = ReturnType<typeof readArguments>

async function run(args: Arguments): Promise<void> {
  const token = args.token || (await signIn(args))
  const form = new FormData()
  form.set('import_mode', args.mode)
  form.set('skip_invalid', String(args['skip-invalid']))
  const mapping = args.map && readMapping(args.map, args.type)
  if (mapping) form.set('mapping', JSON.stringify(mapping))
  // Read from the disk as it is sent.
  form.set('import_file', await openAsBlob(args.file), basename(args.file))

  say(`Sending ${basename(args.file)} …`)
  const path = `/v3/buckets/${encodeURIComponent(args.bucket)}/import-bucket`
  const { job } = await call<{ job: Job }>(args, path, { method: 'POST', body: form }, token)
  const ended = await follow(args, job, token)
  sayDone(ended)
}

function readMapping(file: string, type: string | undefined): ImportMapping {
  if (!existsSync(file)) throw new Problem(`There is no file ${file}.`)
  try {
    // The server checks it.
    const mapping = JSON.parse(readFileSync(file, 'utf8')) as ImportMapping
    return type ? { ...mapping, object_type: type } : mapping
  } catch {
    throw new Problem(`${file} is not valid JSON.`)
  }
}

async function signIn(args: Arguments): Promise<string> {
  const { email, password } = args
  if (!email || !password) throw new Problem('Give --token, or --email and --password.')
  const answer = await call<{ token?: string }>(args, '/v3/users/authenticate', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  if (!answer.token) {
    throw new Problem('This account signs in with a one-time code: give the token of a session.')
  }
  return answer.token
}

async function follow(args: Arguments, started: Job, token: string): Promise<Job> {
  for (let job = started; ;) {
    say(progressOf(job))
    if (job.finished_at !== null) return job
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const path = `/v3/jobs/get?job_id=${job.id}`
    ;({ job } = await call<{ job: Job }>(args, path, {}, token))
  }
}

function progressOf({ status, done, total }: Job): string {
  if (status === 'queued') return 'Waiting for other jobs of the bucket …'
  const share = total > 0 ? Math.floor((100 * done) / total) : 0
  return `Importing … ${share} %  (${done.toLocaleString('en')} of ${total.toLocaleString('en')})`
}

function sayDone(job: Job): void {
  process.stdout.write('\n')
  // The result of an import is its report; one that could not be read has none.
  const report = job.result as ImportReport | null
  if (report) process.stdout.write(reportInWords(report))
  if (job.status === 'done') return
  throw new Problem(job.errors.at(-1)?.reason ?? `The import was ${job.status}.`)
}

/** Calls the server. @throws Problem with the server's words */
async function call<T>(
  { url }: Arguments,
  path: string,
  init: RequestInit,
  token?: string,
): Promise<T> {
  const headers = new Headers(init.headers)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const response = await fetch(new URL(path, url), { ...init, headers }).catch(() => {
    throw new Problem(`No server answers at ${url}.`)
  })
  const text = await response.text()
  if (response.ok) return (text ? JSON.parse(text) : {}) as T
  throw new Problem(messageIn(text) ?? `The server answered ${response.status}.`)
}

function messageIn(text: string): string | undefined {
  try {
    const { message } = JSON.parse(text) as { message?: string }
    return message
  } catch {
    return undefined
  }
}

/** Writes over the line before, in a terminal. */
function say(line: string): void {
  if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${line}`)
  else if (line !== said) process.stdout.write(`${line}\n`)
  said = line
}
let said = ''

try {
  await run(readArguments())
} catch (reason) {
  const isOptionWrong = reason instanceof TypeError && 'code' in reason
  if (!(reason instanceof Problem) && !isOptionWrong) throw reason
  process.stderr.write(`\n${reason.message}\n${isOptionWrong ? USAGE : ''}\n`)
  process.exitCode = 1
}
