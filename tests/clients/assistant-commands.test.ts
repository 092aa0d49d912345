import { addOwner } from '@typecase/server/testing/people'
import type { TestServer } from '@typecase/server/testing/test-server'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { isTool } from '../../packages/assistant/src/carry-out.ts'
import { type Kernel, openKernel } from '../../packages/assistant/src/kernel.ts'
import { describeArguments } from '../../packages/assistant/src/read-args.ts'
import { loadPlugins } from '../../scripts/terminal/plugin-modules.ts'
import { startAssistantServer, tokenOf } from './assistant-client.ts'

const form = 'It is about what is typed in an open form; objects.update writes values.'
const dialog = 'It answers a question that is on screen.'
const session = 'Tokens change neither accounts nor money.'
const calendar = 'It moves what the calendar shows; objects.schedule-publish names a time.'

/** Commands that change something but that an assistant cannot run, each with the reason. */
const onlyOnPages: Readonly<Record<string, string>> = {
  'account.cancel-email': session,
  'account.resend-email': session,
  'billing.add-add-on': session,
  'billing.change-plan': session,
  'billing.remove-add-on': session,
  'billing.take-over': session,
  'editor.discard-changes': form,
  'editor.discard-unsaved': form,
  'editor.keep-both': form,
  'editor.keep-mine': form,
  'editor.publish-and-next': form,
  'editor.save-and-next': form,
  'editor.save-draft': form,
  'editor.save-resolved': form,
  'editor.take-theirs': form,
  'editor.toggle-autosave': form,
  'locales.confirm': form,
  'locales.generate-field': form,
  'locales.generate-missing': form,
  'locales.translate': 'It opens two locales; locales.add-version adds one.',
  'macros.save': form,
  'macros.stop': 'It ends a recording of what a person does.',
  'media.restore-version': 'It takes a version that the page of a file shows.',
  'media.retry-uploads': 'It takes files of a disk.',
  'object-types.save': form,
  'objects.move-down': 'It moves the row of the cursor.',
  'objects.move-up': 'It moves the row of the cursor.',
  'objects.save-sheet': form,
  'revisions.restore-field': 'It is about a comparison on screen; revisions.restore takes fields.',
  'revisions.restore-shown': 'It is about a comparison on screen; revisions.restore takes any.',
  'schedule.clear': calendar,
  'schedule.day-earlier': calendar,
  'schedule.day-later': calendar,
  'schedule.move': calendar,
  'schedule.schedule-on-day': calendar,
  'schedule.week-earlier': calendar,
  'schedule.week-later': calendar,
  'smart-views.save': 'It saves the filter of the list on screen.',
  'smart-views.save-as': 'It saves the filter of the list on screen.',
  'staff.start-support': 'Tokens carry no rights of staff.',
  'team.accept-invitation': dialog,
  'team.decline-invitation': dialog,
  'workspaces.change-logo': 'It is about the workspace that the page shows.',
  'workspaces.delete': 'It is about the workspace that the page shows.',
  'workspaces.rename': 'It is about the workspace that the page shows.',
}

let server: TestServer & { url: string }
let kernel: Kernel
/** Requests wait for this promise. */
let lock = Promise.resolve()
beforeAll(async () => {
  server = await startAssistantServer()
  const owner = await addOwner(server)
  kernel = await openKernel({
    loadPlugins,
    token: (await tokenOf(server, owner)).secret,
    bucketSlug: owner.bucket.slug,
    fetch: async (to, init) => {
      await lock
      const { pathname, search } = new URL(to instanceof Request ? to.url : to)
      return fetch(new URL(pathname + search, server.url), init)
    },
  })
})
afterAll(async () => {
  kernel.close()
  await server.remove()
})

test('every command that changes something is usable as a tool, or is listed with a reason', () => {
  const tools = kernel.catalog.list().filter(({ id }) => {
    const command = kernel.catalog.find(id)?.item
    return command !== undefined && isTool(command)
  })
  const isUsable = (one: (typeof tools)[number]) =>
    one.isEnabled || one.missingSubjects !== undefined
  const others = tools.filter((one) => !isUsable(one)).map(({ id }) => id)
  expect(others.toSorted()).toEqual(Object.keys(onlyOnPages).toSorted())
  expect(tools.length - others.length).toBeGreaterThanOrEqual(120)
})

test('the module of every tool loads without a browser', async () => {
  for (const { id } of kernel.catalog.list()) {
    const command = kernel.catalog.find(id)?.item
    if (!command || !isTool(command)) continue
    const module = await command.load()
    expect(module.run, id).toBeTypeOf('function')
  }
})

test('every argument of a tool has a description', () => {
  const wrong = kernel.catalog.list().flatMap(({ id }) => {
    const command = kernel.catalog.find(id)?.item
    if (!command || !isTool(command) || id in onlyOnPages) return []
    return describeArguments(command)
      .filter(({ about = '' }) => about.length < 8)
      .map(({ name, about }) => `${id} ${name}: ${about}`)
  })
  expect(wrong).toEqual([])
})

test('a request that starts during another one does not disturb its reads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  lock = promise
  const entering = [kernel.enter()]
  // By now it is waiting for an answer of the server.
  await new Promise((next) => setImmediate(next))
  entering.push(kernel.enter())
  resolve()
  await expect(Promise.all(entering)).resolves.toEqual([undefined, undefined])
})
