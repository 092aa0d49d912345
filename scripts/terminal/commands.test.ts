import type { Endpoint } from '@typecase/contract/endpoint'
import { type Argument, argumentsOf } from '@typecase/plugin-sdk/arguments'
import { ArkErrors } from 'arktype'
import { expect, test } from 'vitest'

import { readCommands } from './commands.ts'
import { checkedArgs } from './read-flags.ts'

const id = '0123456789abcdef01234567'

/** Returns a sample value for an argument, by its shape. */
function sampleOf({ key, shape }: Argument): unknown {
  if (shape.kind === 'choice') return shape.values[0]
  if (shape.kind === 'boolean') return true
  if (shape.kind === 'number') return 1
  if (shape.kind === 'list') return [id]
  return key.endsWith('_id') ? id : 'works'
}

/** Required arguments of commands, other than scope and bucket, for which not every text or number is valid. */
const needed: Readonly<Record<string, object>> = {
  'object-types.add': { title: 'Works', fields: [{ title: 'Year', type: 'number' }] },
  'object-types.change-field-type': { type_slug: 'works', field: 'year', new_type: 'number' },
  'object-types.migrate': { type_slug: 'works', rev: 1, data: { title: 'Works' } },
  'object-types.rename-key': { type_slug: 'works', field: 'year', new_key: 'made' },
  'objects.update': { updates: [{ object_id: id, title: 'x', metadata: { year: 1 } }] },
  'objects.add-to-relation': { field: 'metadata.artist', objects: [id] },
  'objects.move-to-locale': { locale: 'de' },
  'objects.remove-from-relation': { field: 'metadata.artist', objects: [id] },
  'objects.replace-reference': { from: id, to: 'f'.repeat(24) },
  'objects.schedule-publish': { at: 1_900_000_000_000 },
  'objects.schedule-unpublish': { at: 1_900_000_000_000 },
  'objects.set-field': { field: 'title', op: 'set', value: 'x' },
  'smart-views.add': { query: { type: 'works' }, columns: ['title'] },
  'trash.empty': { confirmation: 'empty trash' },
  'trash.restore': { object_ids: [id] },
  'webhooks.create': { endpoint: 'https://example.com/hook', events: ['published'] },
}

const all = await readCommands()

test('more than 15 commands run in the terminal', () => expect(all.length).toBeGreaterThan(15))

test.each(all.map(({ command }) => [command.id, command] as const))(
  '%s builds a body that its endpoint accepts, from its arguments alone',
  async (commandId, command) => {
    const args = argumentsOf(command)
    const isScoped = args.some(({ shape }) => shape.kind === 'scope')
    // Media have neither locales nor object types.
    const isOfMedia = commandId.startsWith('media.')
    const isPlaced = args.some(({ key }) => key === 'bucket')
    const sample = {
      ...Object.fromEntries(
        args
          .filter(({ isRequired, shape }) => isRequired && shape.kind !== 'scope')
          .map((argument) => [argument.key, sampleOf(argument)]),
      ),
      ...needed[commandId],
      ...(isPlaced && { bucket: 'archive' }),
      ...(isScoped && {
        scope: {
          kind: 'query',
          query: { type: 'works' },
          total: 3,
          except: { ids: [id], ...(!isOfMedia && { locales: ['de'], types: ['x'] }) },
        },
      }),
    }
    const module = await command.call?.()
    const call = module?.callOf(checkedArgs(command, sample), { bucketSlug: 'archive' })
    if (!call) throw new Error('There is no call.')
    const endpoint: Endpoint = call.endpoint
    const body = endpoint.body?.().onDeepUndeclaredKey('reject')(structuredClone(call.body))
    expect(body instanceof ArkErrors ? body.summary : '').toBe('')
    expect(JSON.parse(JSON.stringify(call.body))).toEqual(call.body)
    if (isScoped) {
      // Every command of every plugin must pass on the user's exclusions.
      expect(call.body).toMatchObject({
        query: { type: 'works' },
        exclude_ids: [id],
        ...(!isOfMedia && { exclude_locales: ['de'], exclude_types: ['x'] }),
      })
    }
    if (commandId !== 'jobs.cancel') expect(call.body).toMatchObject({ slug: 'archive' })
  },
)
