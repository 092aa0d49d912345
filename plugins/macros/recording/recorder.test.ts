import { addMacro } from '@typecase/contract/macros'
import {
  deleteObjects,
  duplicateObject,
  publishObjects,
  unpublishObjects,
} from '@typecase/contract/objects'
import type { Ref } from '@typecase/plugin-sdk/command'
import type { Job } from '@typecase/plugin-sdk/jobs'
import type { Json } from '@typecase/plugin-sdk/json'
import type { MadeCall } from '@typecase/plugin-sdk/services'
import { beforeEach, expect, test } from 'vitest'

import { createRecorder } from './recorder.ts'
import { keepRecording, readRecording } from './recording.ts'

const storedValues = new Map<string, Json>()
const storage = {
  get: (key: string) => storedValues.get(key),
  set: (key: string, value: Json) => void storedValues.set(key, value),
}
let jobs: Job[] = []
let toasts: string[] = []

const endpoints = {
  'objects.publish': publishObjects,
  'objects.publish-all': publishObjects,
  'objects.unpublish': unpublishObjects,
  'objects.delete': deleteObjects,
  'objects.duplicate': duplicateObject,
  'other.save': addMacro,
}

const callOf = async ({ command }: Ref): Promise<MadeCall | undefined> => {
  const endpoint = Reflect.get(endpoints, command) as MadeCall['endpoint'] | undefined
  const more = command === 'objects.publish-all' ? { all_versions: true } : {}
  const body = { slug: 'b', object_ids: ['1'], ...more }
  return endpoint && { endpoint, body, terminalLine: '' }
}

const recorder = createRecorder({
  commands: { get: () => undefined, callOf },
  jobs: { list: () => jobs },
  storage,
  toasts: {
    show: ({ message }) => {
      toasts.push(message)
      return { close: () => undefined }
    },
  },
  announcer: { say: () => undefined },
})

/** Ends a command, and reports it as the command runner does. */
async function ended(command: string, status: Job['status'] = 'done', source = 'palette' as const) {
  const ref = { command, args: { scope: 'all' } }
  jobs = [{ id: '1', ref, title: command, status, startedAt: 1, endedAt: 2 }]
  const undo = { command: 'undo', args: { of: `${command} ${jobs.length}` } }
  recorder.after({ command }, { message: 'Done.', undo }, source)
  await recorder.settled()
  return undo
}

const calls = () => readRecording(storage)?.steps.map(({ call }) => call)

beforeEach(() => {
  storedValues.clear()
  toasts = []
  keepRecording(storage, { steps: [] })
})

test('the recorder records calls over objects in their order, without their scope', async () => {
  await ended('objects.publish')
  await ended('objects.unpublish')
  expect(readRecording(storage)?.steps).toMatchObject([
    { call: 'objects.publishByIds', body: {} },
    { call: 'objects.unpublishByIds', body: {} },
  ])
  expect(readRecording(storage)?.steps[0]?.body).toEqual({})
})

test('the recorder records that a call covers all locales', async () => {
  await ended('objects.publish-all')
  expect(readRecording(storage)?.steps).toMatchObject([
    { call: 'objects.publishByIds', body: { all_versions: true } },
  ])
})

test('the recorder records no failed command, and nothing outside a recording', async () => {
  await ended('objects.publish', 'failed')
  expect(calls()).toEqual([])
  storedValues.clear()
  await ended('objects.publish')
  expect(readRecording(storage)).toBeUndefined()
})

test('the recorder says once that other commands are not recorded', async () => {
  for (const command of ['objects.duplicate', 'other.save', 'unknown.one']) {
    await ended(command)
  }
  expect(calls()).toEqual([])
  expect(toasts).toHaveLength(1)
})

test('the recorder removes a step that is undone', async () => {
  const undo = await ended('objects.publish')
  await ended('objects.unpublish')
  recorder.after(undo, { message: 'Restored 1 object.' }, 'undo')
  expect(calls()).toEqual(['objects.unpublishByIds'])
})

test('the recorder records nothing after a deletion, and says so', async () => {
  await ended('objects.delete')
  await ended('objects.publish')
  expect(calls()).toEqual(['objects.deleteByIds'])
  expect(toasts).toHaveLength(1)
})

test('the recorder stops at twenty steps', async () => {
  for (let n = 0; n < 22; n += 1) await ended('objects.publish')
  expect(calls()).toHaveLength(20)
})
