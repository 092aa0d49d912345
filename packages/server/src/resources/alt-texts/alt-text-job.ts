import type { createAltTexts } from '../../ai/alt-text.ts'
import { PICTURES } from '../../ai/pictures.ts'
import type { App } from '../../app.ts'
import { type FailedItem, SHOWN_FAILURES } from '../../bulk/failures.ts'
import { Failure } from '../../http/failure.ts'
import { forgetJobInput, readJobInput } from '../../jobs/job-input.ts'
import type { JobContext } from '../../jobs/runner.ts'
import { aiOf } from '../billing/paid-ai.ts'
import { editKind } from '../media/edit-media.ts'
import { type MediaKind, mediaWork, MISSING } from '../media/media-kind.ts'
import { readMedia } from '../media/store.ts'

/** The kind of jobs that write alt texts. */
export const ALT_TEXTS = 'media.altText'
/** The placeholder in a plan for a text that is only written when the job runs. */
const AI_PLACEHOLDER = '(written by AI)'

/** The kind of change for dry runs, which also decides which media the job skips. */
export const altTextKind: MediaKind<{ overwrite: boolean }> = {
  kind: ALT_TEXTS,
  title: (_params, media) => `Write the alt text of ${media}`,
  step:
    ({ overwrite }) =>
    ({ type, alt_text }) => {
      if (!PICTURES.includes(type))
        return { reason: 'Only JPEG, PNG, WebP and AVIF images can be described' }
      return alt_text !== '' && !overwrite ? undefined : { fields: { alt_text: AI_PLACEHOLDER } }
    },
}

/** Failures that would also occur for every further picture. */
const ENDING: readonly string[] = ['not_configured', 'forbidden', 'limited', 'unavailable']

/**
 * Registers the job that writes alt texts, one picture at a time. It calls the provider outside any write, and stores
 * the answer together with the job's progress. An interrupted job pays for at most one picture twice.
 */
export function createAltTextJob(app: App, altTextOf: ReturnType<typeof createAltTexts>): void {
  app.jobs.register(
    ALT_TEXTS,
    run,
    (_app, { id }) => app.db.write(({ db }) => forgetJobInput(db, id), 'read committed'),
    { waitsForNetwork: true },
  )

  async function run(context: JobContext): Promise<void> {
    const { access, job, signal } = context
    const { params, ids } = await readJobInput(app.db.read, job.id)
    // Only the endpoint's handler stores these parameters, so the cast is safe.
    const { overwrite } = params as { overwrite: boolean }
    const titleOf = (count: number) => mediaWork(altTextKind).title({ overwrite }, count)
    // The cursor is the position of the next picture, stored with the previous one.
    for (let at = (context.cursor as number | undefined) ?? 0; at < ids.length; at += 1) {
      signal.throwIfAborted()
      const id = ids[at] ?? ''
      const result = await describe(context, id, overwrite)
      await app.db.write(async (write) => {
        let failed: readonly FailedItem[] = 'failed' in result ? [result.failed] : []
        let changeSetId = context.job.change_set_id
        if ('text' in result) {
          const edit = { alt_text: { op: 'set', value: result.text } } as const
          const reason = { kind: 'altText', title: job.title, titleOf, jobId: job.id, changeSetId }
          const outcome = await mediaWork(editKind).change(app, write, access, edit, [id], reason)
          failed = outcome.failed
          changeSetId = outcome.changeSetId ?? changeSetId
        }
        const { done, failed: before, errors } = context.job
        await context.advance(write, {
          cursor: at + 1,
          done: done + 1 - failed.length,
          failed: before + failed.length,
          failures: failed,
          ...(errors.length < SHOWN_FAILURES && { errors: [...errors, ...failed] }),
          ...(changeSetId !== null && { changeSetId }),
        })
      }, access)
    }
  }

  async function describe(
    { access, signal, withoutSlot }: JobContext,
    id: string,
    overwrite: boolean,
  ): Promise<{ text: string } | { failed: FailedItem } | { stays: true }> {
    const media = (await readMedia(app.db.read, access, [id])).get(id)
    if (!media || media.deleted_at !== null)
      return { failed: { object_id: id, title: '', reason: MISSING } }
    const step = await altTextKind.step({ overwrite })(media)
    if (!step) return { stays: true }
    const failure = (reason: string) => ({ failed: { object_id: id, title: media.label, reason } })
    if ('reason' in step) return failure(step.reason)
    try {
      const { bucketId } = access
      const ask = () => altTextOf(aiOf(app, bucketId), bucketId, media.name, 'media', signal)
      return { text: await withoutSlot(ask) }
    } catch (reason) {
      if (!(reason instanceof Failure)) throw reason
      // `unavailable` would retry the job, but the failure must be shown, and each retry costs money.
      if (ENDING.includes(reason.code)) throw new Failure('limited', reason.message)
      return failure(reason.message)
    }
  }
}
