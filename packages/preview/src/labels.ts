import type { Mark } from './overlay.ts'
import type { PageSource } from './page-sources.ts'

const HOME_ROW = 'asdfghjkl'
const ALPHABET = HOME_ROW + 'qwertyuiopzxcvbnm'

/** Returns `count` labels: one letter of the home row each, or two letters if there are many. */
export function labelsFor(count: number): string[] {
  const letters = (count <= HOME_ROW.length ** 2 ? HOME_ROW : ALPHABET).split('')
  const texts =
    count <= HOME_ROW.length
      ? letters
      : letters.flatMap((first) => letters.map((one) => first + one))
  return texts.slice(0, count)
}

export interface Labels {
  /** Labels that start with the letters typed so far. */
  readonly marks: readonly Mark[]
  /** @returns the chosen source, null to continue, undefined for Escape */
  press(key: string): PageSource | null | undefined
}

/** Creates letters to show over editables, as browsers label links. Letters choose one, as do arrow keys with Enter. */
export function createLabels(sources: readonly PageSource[]): Labels {
  const labels = labelsFor(sources.length).map((text, at) => ({
    text,
    // There are at most as many labels as sources.
    source: sources[at] as PageSource,
  }))
  let typed = ''
  let current = 0
  return {
    get marks() {
      return labels
        .map((label, at) => ({ ...label, isCurrent: at === current }))
        .filter(({ text }) => text.startsWith(typed))
    },
    press(key) {
      const by = /(Down|Right)$/.test(key) ? 1 : /(Up|Left)$/.test(key) ? -1 : 0
      if (key === 'Escape') return undefined
      if (key === 'Enter') return labels[current]?.source ?? null
      if (by) current = (current + by + labels.length) % labels.length
      else if (key === 'Backspace') typed = ''
      else if (labels.some(({ text }) => text.startsWith(typed + key))) typed += key
      return labels.find(({ text }) => text === typed)?.source ?? null
    },
  }
}
