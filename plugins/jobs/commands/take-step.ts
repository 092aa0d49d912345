import { listJobs } from '@typecase/contract/jobs'
import type { Outcome } from '@typecase/plugin-sdk/command'
import type { JournalEntry } from '@typecase/plugin-sdk/jobs'
import { Api } from '@typecase/plugin-sdk/services'
import type { Services } from '@typecase/plugin-sdk/token'

import { isRunning } from '../job-in-words.ts'

/** Milliseconds that the next keys wait for an undo: a longer one goes on behind the page, with a row of its own. */
const SHORT = 1_000

/** Undoes or redoes a step of the journal, which tells how that went, unless a job of its bucket comes first. */
export async function takeStep(
  services: Services,
  entry: JournalEntry | undefined,
  take: () => Promise<unknown>,
): Promise<Outcome> {
  const job = entry && (await ownJob(services, entry))
  if (job) {
    return {
      message: `“${job.title}” is still running. Undo once it has ended, or cancel it.`,
    }
  }
  await Promise.race([take(), new Promise((resolve) => setTimeout(resolve, SHORT))])
  return {}
}

/** A job of the server that this account began, in this tab or another one: what it does comes after the step. */
async function ownJob(services: Services, { account, bucket }: JournalEntry) {
  if (bucket === undefined) return undefined
  try {
    const { jobs } = await services.get(Api).call(listJobs, { query: { slug: bucket, limit: 20 } })
    return jobs.find((job) => isRunning(job) && job.created_by === account)
  } catch {
    // The step itself says what is wrong.
    return undefined
  }
}
