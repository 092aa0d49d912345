import type { ArgsOf, CommandModule } from '@typecase/plugin-sdk/command'
import type { JsonObject } from '@typecase/plugin-sdk/json'
import { Commands } from '@typecase/plugin-sdk/services'

import type { runStepsArgs } from '../commands.ts'

export const runSteps: CommandModule<ArgsOf<typeof runStepsArgs>> = {
  async plan({ steps }, context) {
    const commands = context.services.get(Commands)
    const undoable = await Promise.all(
      // The schema of each command has checked its arguments.
      steps.map(({ command, args }) =>
        commands.isReversible({ command, args: args as JsonObject }, context),
      ),
    )
    const lasting = steps.filter((_step, index) => !undoable[index])
    return {
      title: `Run ${steps.length} steps`,
      counts: [{ label: 'steps', value: steps.length }],
      total: steps.length,
      skipped: [],
      changes: steps.map(({ title, words }, index) => ({
        id: String(index),
        label: `${index + 1}. ${title}`,
        after: words,
      })),
      isReversible: lasting.length === 0,
      warnings: [
        'A step with a plan or a question shows it before it runs. Each step is undone by itself.',
        ...lasting.map(({ title }) => `“${title}” cannot be undone.`),
      ],
    }
  },

  async *run({ steps }, { services, signal }) {
    const commands = services.get(Commands)
    for (const [done, { command, args, title }] of steps.entries()) {
      yield { done, total: steps.length, message: title }
      if (signal.aborted) break
      // The schema of each command checks its arguments when it runs.
      const outcome = await commands.run(
        { command, args: args as JsonObject },
        { source: 'command' },
      )
      const isStopped = !outcome || (outcome.failures?.length ?? 0) > 0
      if (isStopped) return { message: `Stopped at step ${done + 1} of ${steps.length}: ${title}.` }
    }
    return { message: `Ran ${steps.length} steps.` }
  },
}
