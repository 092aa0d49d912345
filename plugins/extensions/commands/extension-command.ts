import { bucketSlugOf } from '@typecase/content/bucket-slug'
import { formatCount } from '@typecase/ui/count'
import type { ExtensionArgument, ExtensionCommand } from '@typecase/contract/extension-manifest'
import type { InstalledExtension } from '@typecase/contract/extensions'
import { listObjects, MAX_UPDATES } from '@typecase/contract/objects'
import type { Ask } from '@typecase/plugin-sdk/ask'
import type {
  AnyCommand,
  CommandModule,
  Outcome,
  Progress,
  RunContext,
} from '@typecase/plugin-sdk/command'
import type { Json } from '@typecase/plugin-sdk/json'
import { Refusal } from '@typecase/plugin-sdk/refusal'
import { type Scope, scope, scopeOf } from '@typecase/plugin-sdk/scope'
import { Api } from '@typecase/plugin-sdk/services'
import { and, can, eq } from '@typecase/plugin-sdk/when'
import { type } from 'arktype'
import { formatNumber } from '@typecase/ui/format'

import { commandFrame } from '../frames/command-frames.ts'
import { type CommandAnswer, readCommandAnswer, type Update } from '../frames/messages.ts'
import { pluginIdOf } from '../manifest/plugin-id.ts'
import { type AnsweredArgs, planUpdates, runUpdates } from './updates-runs.ts'

/** Arguments of the command. Scope and updates are added when the extension has answered. */
interface Args extends AnsweredArgs {
  readonly scope?: Scope
  readonly updates?: readonly Update[]
  /** The extension's message, if it proposes no changes. */
  readonly message?: string
  readonly [name: string]: unknown
}

/** Converts a command of an extension to a command of the dashboard. */
export function commandOf(
  installed: InstalledExtension,
  declared: ExtensionCommand,
  bucket: string,
): AnyCommand {
  const { manifest } = installed
  const { name, title, keywords, icon, effect, about, arguments: declaredArguments = [] } = declared
  const here = eq('route.bucketSlug', bucket)
  const isWrite = effect === 'write'
  return {
    id: `${pluginIdOf(manifest.id)}.${name}`,
    title: declaredArguments.length > 0 ? `${title.replace(/…$/, '')}…` : title,
    keywords: [...(keywords ?? []), manifest.title],
    group: manifest.title,
    icon: icon ?? manifest.icon ?? 'puzzle',
    effect,
    isAlwaysPlanned: isWrite,
    when: isWrite ? and(here, can('objects:write')) : here,
    args: () => argsOf(declared),
    defaults: (facts) => (about === 'objects' ? { scope: scopeOf(facts) } : {}),
    ask: {
      ...(about === 'objects' && { scope: { kind: 'scope', title: 'Objects' } satisfies Ask }),
      ...Object.fromEntries(declaredArguments.map((argument) => [argument.name, askOf(argument)])),
    },
    load: () => Promise.resolve(moduleOf(installed, declared)),
  }
}

function argsOf({ about, arguments: declaredArguments = [] }: ExtensionCommand) {
  const declaredArgs = declaredArguments.map((argument) => [
    argument.is_optional ? `${argument.name}?` : argument.name,
    schemaOf(argument),
  ])
  return type({
    ...(about === 'objects' && { scope: scope() }),
    ...Object.fromEntries(declaredArgs),
    'updates?': 'object[]',
    'message?': 'string',
    'publish_choice?': 'boolean',
  } as object).as<Args>()
}

function schemaOf({ kind, choices = [] }: ExtensionArgument) {
  if (kind === 'number') return type('number')
  if (kind === 'boolean') return type('boolean')
  return kind === 'choice' ? type.enumerated(...choices.map(({ value }) => value)) : type('string')
}

function askOf({ kind, title, help, choices = [], is_optional }: ExtensionArgument): Ask {
  const base = {
    title,
    ...(help !== undefined && { help }),
    ...(is_optional && { isAlwaysAsked: true, skip: 'Leave it out' }),
  }
  return kind === 'choice' ? { ...base, kind, choices } : { ...base, kind }
}

function moduleOf(installed: InstalledExtension, declared: ExtensionCommand): CommandModule<Args> {
  const { manifest } = installed
  const title = declared.title.replace(/…$/, '')
  const proposal = (updates: readonly Update[]) => ({ extension: manifest.id, title, updates })

  async function* run(args: Args, context: RunContext): AsyncGenerator<Progress, Outcome> {
    const { message, updates } = args.updates
      ? args
      : yield* askArguments(installed, declared, args, context)
    if (declared.effect !== 'write' || !updates?.length)
      return { message: message ?? `“${title}” has nothing to change.` }
    const { scope: within = { kind: 'ids', ids: updates.map(({ object_id: id }) => id) } } = args
    return yield* runUpdates(proposal(updates), { ...args, scope: within }, context)
  }

  if (declared.effect !== 'write') return { run }
  return {
    run,
    async plan(args, context) {
      const { updates = [], message } = args.updates
        ? args
        : await answerOf(askArguments(installed, declared, args, context))
      const plan = await planUpdates(proposal(updates), args, context)
      // A message without changes is shown at once, because there is nothing to review.
      if (updates.length > 0) return plan
      const reviewedArgs = { ...plan.args, ...(message !== undefined && { message }) }
      return { ...plan, args: reviewedArgs, isNothingToReview: true }
    },
  }
}

async function answerOf(answering: ReturnType<typeof askArguments>): Promise<CommandAnswer> {
  let step = await answering.next()
  while (!step.done) step = await answering.next()
  return step.value
}

/** Runs the extension's part of a command, and forwards its progress. */
async function* askArguments(
  installed: InstalledExtension,
  { name, about, arguments: declared = [] }: ExtensionCommand,
  args: Args,
  context: RunContext,
): AsyncGenerator<Progress, CommandAnswer> {
  const { services, signal, facts } = context
  const { manifest } = installed
  const objectIds = about === 'objects' && args.scope ? await idsOf(args.scope, context) : []
  const frame = await commandFrame(services, installed, bucketSlugOf(facts))
  const declaredArgs = Object.fromEntries(declared.map(({ name }) => [name, args[name] as Json]))
  const news: Progress[] = []
  let wake = Promise.withResolvers<void>()
  const answer = frame
    .run(
      { name, args: declaredArgs, objectIds },
      {
        signal,
        onProgress(done, total) {
          news.push({ done, total })
          wake.resolve()
        },
      },
    )
    .finally(() => wake.resolve())
  const settled = answer.then(
    () => true,
    () => true,
  )
  for (;;) {
    const isSettled = await Promise.race([settled, wake.promise.then(() => false)])
    const latest = news.splice(0).at(-1)
    wake = Promise.withResolvers<void>()
    if (isSettled) break
    if (latest) yield latest
  }
  const read = readCommandAnswer(await answer)
  if (typeof read === 'string')
    throw new Refusal(`“${manifest.title}” answered something that cannot be read: ${read}`)
  return read
}

/** Returns the ids of a scope. @throws Refusal when there are more than an extension may change at once */
async function idsOf(scope: Scope, { services, facts, signal }: RunContext): Promise<string[]> {
  const out = new Set(scope.except?.ids)
  if ('ids' in scope) return within(scope.ids.filter((id) => !out.has(id)))
  const query = {
    slug: bucketSlugOf(facts),
    query: JSON.stringify(scope.query),
    props: 'id',
    limit: MAX_UPDATES,
  }
  const { objects, total } = await services.get(Api).call(listObjects, { query }, { signal })
  return within(
    objects.map(({ object }) => object.id).filter((id) => !out.has(id)),
    total - out.size,
  )
}

function within(ids: string[], total = ids.length): string[] {
  if (total <= MAX_UPDATES) return ids
  throw new Refusal(
    `An extension takes at most ${formatCount(MAX_UPDATES, 'object')} at a time; these are ${formatNumber(total)}.`,
  )
}
