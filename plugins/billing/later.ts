import type { PluginPart } from '@typecase/plugin-sdk/plugin'

import { addCard, cardCommands } from './commands/cards.ts'
import { planCommands, toggleInterval } from './commands/plans.ts'
import { buyTokens, tokenCommands } from './commands/tokens.ts'
import { isOnBilling } from './billing-scope.ts'

export default {
  commands: [...planCommands, ...cardCommands, ...tokenCommands],
  keys: [
    { keys: 'y', command: toggleInterval.id, when: isOnBilling },
    { keys: 'b', command: buyTokens.id, when: isOnBilling },
    { keys: 'c', command: addCard.id, when: isOnBilling },
  ],
} satisfies PluginPart
