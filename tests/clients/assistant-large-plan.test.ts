import { addManyObjects, addType } from '@typecase/server/testing/content'
import { addOwner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { waitFor } from '@typecase/server/testing/wait-for'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { type Assistant, connect, startAssistantServer, tokenOf } from './assistant-client.ts'

const COUNT = 32_000
const count = COUNT.toLocaleString('en')

let server: TestServer & { url: string }
let assistant: Assistant
beforeAll(async () => {
  server = await startAssistantServer()
  const owner = await addOwner(server)
  await addType(server, owner, 'posts')
  await addManyObjects(server, owner, 'posts', COUNT)
  assistant = await connect(server.url, (await tokenOf(server, owner)).secret)
})
afterAll(() => server.remove())

/** Makes a plan that changes all objects. */
async function makePlan() {
  const scope = { query: { type: 'posts' } }
  const args = { scope, field: 'title', op: 'append', value: '!' }
  const { json, text } = await assistant.call('plan', { command: 'objects.set-field', args })
  const { plan_id } = json as { plan_id: string }
  return { json, text, plan_id }
}

/** Counts the objects with the change. */
async function changed(): Promise<number> {
  const query = { query: { title: { $regex: '!$' } }, limit: 0 }
  return (await assistant.call('query', query)).json.total as number
}

const jobOf = async (plan_id: string) => (await assistant.call('job', { plan_id })).json

/** Returns the final answer about a run, since a call waits for a run only for a limited time. */
async function endOf({ json }: { json: { state: string; plan_id: string } }) {
  return json.state === 'running'
    ? waitFor(
        () => jobOf(json.plan_id),
        ({ state }) => state !== 'running',
        240_000,
      )
    : json
}

const undo = async (plan_id: string) => endOf(await assistant.call('undo', { plan_id }))

test(`a plan for ${count} objects is short, is applied with progress reports, and is undone`, async () => {
  const { json, text, plan_id } = await makePlan()
  expect(json).toMatchObject({ total: COUNT, can_be_undone: true })
  expect(text.length / 4).toBeLessThan(350)
  const reports: { progress: number; total?: number }[] = []
  const onprogress = (report: (typeof reports)[number]) => void reports.push(report)
  const applied = await assistant.call('apply', { plan_id }, { onprogress })
  expect(await endOf(applied)).toMatchObject({ state: 'done', can_be_undone: true })
  expect(await changed()).toBe(COUNT)
  const steps = reports.map(({ progress }) => progress)
  expect(steps).toEqual(steps.toSorted((a, b) => a - b))
  expect(reports.at(-1)).toMatchObject({ total: COUNT })
  expect(await undo(plan_id)).toMatchObject({ state: 'undone' })
  expect(await changed()).toBe(0)
  expect(await jobOf(plan_id)).toMatchObject({ state: 'undone' })
})

describe('a run that is cancelled halfway', () => {
  const begun = (plan_id: string) =>
    waitFor(
      () => jobOf(plan_id),
      ({ progress }) => progress?.done > 0,
      240_000,
    )

  async function expectPart(plan_id: string) {
    const done = await changed()
    expect(done).toBeGreaterThan(0)
    expect(done).toBeLessThan(COUNT)
    expect(await jobOf(plan_id)).toMatchObject({
      state: 'cancelled',
      message: `Cancelled. Changed ${done.toLocaleString('en')} objects.`,
      can_be_undone: true,
    })
    const second = await assistant.call('apply', { plan_id })
    expect(second.json).toMatchObject({ code: 'conflict' })
    expect(await undo(plan_id)).toMatchObject({ state: 'undone' })
    expect(await changed()).toBe(0)
  }

  test('reports the changed objects when the job is cancelled, and can be undone', async () => {
    const { plan_id } = await makePlan()
    const applying = assistant.call('apply', { plan_id })
    await begun(plan_id)
    const { json } = await assistant.call('job', { plan_id, cancel: true })
    expect(json.state).toBe('running')
    const { json: end } = await applying
    expect(end).toMatchObject({ state: 'cancelled', undo: `undo with plan_id ${plan_id}` })
    await expectPart(plan_id)
  })

  test('keeps the same state when the call is aborted, and can be undone', async () => {
    const { plan_id } = await makePlan()
    const stop = new AbortController()
    const applying = assistant.call('apply', { plan_id }, { signal: stop.signal })
    await begun(plan_id)
    stop.abort()
    await expect(applying).rejects.toThrow()
    await waitFor(
      () => jobOf(plan_id),
      ({ state }) => state !== 'running',
    )
    await expectPart(plan_id)
  })
})
