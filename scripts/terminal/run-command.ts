import { pipeline } from 'node:stream/promises'

import type { Endpoint } from '@typecase/contract/endpoint'
import { cancelJob, type Job } from '@typecase/contract/jobs'
import { describeResult } from '@typecase/content/words/result'
import type { AnyCommand } from '@typecase/plugin-sdk/command'
import type { CallWords } from '@typecase/plugin-sdk/server-call'
import { inOrder, terminalLine } from '@typecase/plugin-sdk/terminal-line'

import { agree } from './confirm.ts'
import { followJob, onCtrlC } from './follow-job.ts'
import { createLines } from './lines.ts'
import { openServer } from './open-server.ts'
import { paintFor } from './paint.ts'
import { type DryRun, formatPlan } from './plan-text.ts'
import { WrongArguments } from './problem.ts'
import { showProgress } from './progress.ts'
import { checkedArgs, readFlags } from './read-flags.ts'
import { type Answer, type EndedCall, resultOf, resultOfJob } from './read-result.ts'
import { assertScope, readScope } from './read-scope.ts'
import { call, download, type Server } from './server.ts'
import { usageOf } from './usage.ts'

/** Maximum number of failures to list; `--json` has all. */
const MAX_FAILURES = 100

/**
 * Runs a command with its flags.
 * @param undo the command that undoes a change; the output names it at the end
 * @returns the exit code
 */
export async function runCommand(
  command: AnyCommand,
  undo: AnyCommand | undefined,
  argv: readonly string[],
): Promise<0 | 1> {
  const { run, scope, args: input } = readFlags(command, argv)
  if (run.isHelp) {
    process.stdout.write(usageOf(command))
    return 0
  }
  const isPlaced = inOrder(command).some(({ key }) => key === 'bucket')
  const commandArgs = { ...input, ...(isPlaced && run.bucket && { bucket: run.bucket }) }
  if (scope) assertScope(scope)
  // Report all mistakes that can be found without a server first.
  checkedArgs(command, { ...commandArgs, ...(scope && { scope: { kind: 'ids', ids: [] } }) })
  const module = await command.call?.()
  if (!module) throw new Error(`${command.id} has no call.`)
  const bucketSlug = run.bucket ?? ''
  const server = await openServer(run)
  const args = checkedArgs(command, {
    ...commandArgs,
    ...(scope && { scope: await readScope(scope, server, bucketSlug) }),
  })
  const { endpoint, body } = build(() => module.callOf(args, { bucketSlug }))
  if (bucketSlug === '' && takes(endpoint, 'slug')) {
    throw new WrongArguments('--bucket is a required field.')
  }
  const words = module.words?.(args)

  const out = run.isJson ? process.stderr : process.stdout
  if (takes(endpoint, 'dry_run')) {
    const plan = await send<DryRun>(server, endpoint, { ...(body as object), dry_run: true })
    if (run.isDry && run.isJson) return json(plan)
    out.write(formatPlan(plan, words ?? wordsOf(command), paintFor(out)))
    if (run.isDry) return 0
    // A command that does not work on objects, such as one on an object type, may affect no object.
    if (scope && (plan.modified ?? 0) === 0) {
      out.write('There is nothing to change.\n')
      if (run.isJson) json(plan)
      return plan.skipped?.length ? 1 : 0
    }
    await agree(command, plan, run)
  } else if (run.isDry) {
    throw new WrongArguments('--dry-run: this command has no plan.')
  }

  if (endpoint.file) {
    // Stream to standard output while the file arrives.
    const file = await download(server, endpoint, body)
    await pipeline(file, process.stdout, { end: false }).catch((reason: unknown) => {
      // The reader has closed the pipe, as `head` does.
      if (!(reason instanceof Error && 'code' in reason && reason.code === 'EPIPE')) throw reason
    })
    return 0
  }
  const stop = onCtrlC()
  const answer = await send<Answer>(server, endpoint, body)
  const lines = createLines(out)
  const job = answer.job && (await followJob(server, answer.job, stop, showProgress(lines)))
  lines.end()
  const ended = job ? await resultOfJob(job, server) : resultOf(answer)
  if (run.isJson) {
    json({ ...answer, ...(job && { job, failures: ended.failures }) })
  } else {
    out.write(`${messageOf(words, answer, job, ended)}\n`)
    const listed = ended.failures.slice(0, MAX_FAILURES)
    for (const { id, reason } of listed) process.stderr.write(`  ${id}  ${reason}\n`)
    const more = ended.failures.length - listed.length
    if (more > 0) process.stderr.write(`  … and ${more} more\n`)
    if (undo && ended.changeSetId) {
      const change = { bucket: bucketSlug, change_set_id: ended.changeSetId }
      const line = terminalLine(undo, change, bucketSlug)
      out.write(`Undo: ${line}${run.url ? ` --url ${run.url}` : ''}\n`)
    }
  }
  // When the command cancels a job, a cancelled job is a success.
  const isTrouble = ended.trouble !== undefined && endpoint.id !== cancelJob.id
  return isTrouble || ended.failures.length > 0 ? 1 : 0
}

/** Builds the input; reports combinations of arguments that a schema cannot check as wrong arguments. */
function build<T>(make: () => T): T {
  try {
    return make()
  } catch (reason) {
    const isWrong = reason instanceof Error && 'code' in reason && reason.code === 'invalid'
    throw isWrong ? new WrongArguments(reason.message) : reason
  }
}

async function send<T>(server: Server, endpoint: Endpoint, body: unknown): Promise<T> {
  // The caller names the part of the response that it reads.
  return (await call(server, endpoint, { body } as never)) as T
}

/** Whether the body of a call has a key. */
function takes({ body }: Endpoint, key: string): boolean {
  // The internal structure of an arktype `Type` for an object.
  const { props = [] } = (body?.() ?? {}) as { props?: readonly { key: string }[] }
  return props.some((prop) => prop.key === key)
}

const wordsOf = ({ title }: AnyCommand): CallWords => ({
  verb: title.replace(/…$/, ''),
  result: (objects) => `Done: ${objects}.`,
})

function messageOf(
  words: CallWords | undefined,
  answer: Answer,
  job: Job | undefined,
  ended: EndedCall,
): string {
  const trouble = ended.trouble ? `${ended.trouble} ` : ''
  if (words) return trouble + describeResult(words, ended)
  if (job) return trouble || `${job.title}: ${job.done} of ${job.total} done.`
  // For a call without words of its own, print all counts, such as `restored 3`.
  const counts = Object.entries(answer).filter(([, value]) => typeof value === 'number')
  return ['Done', ...counts.map(([name, count]) => `${name} ${count}`)].join(' · ')
}

function json(value: object): 0 {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`)
  return 0
}
