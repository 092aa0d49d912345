import { Input } from 'react-aria-components/Input'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Announcer, Files } from '@typecase/plugin-sdk/services'
import { type KeyboardEvent, useId, useRef } from 'react'
import type { FactValues } from '@typecase/plugin-sdk/facts'
import type { Json } from '@typecase/plugin-sdk/json'
import { isComposing } from '@typecase/ui/keyboard'

import type { Step } from '../commands/steps.ts'
import { useCore } from '../core/core.tsx'
import { PaletteControl } from './controller.ts'
import { createAnswering } from './answering.ts'
import { ArgumentChips } from './argument-chips.tsx'
import { Footer, Leave } from './footer.tsx'
import { PickList } from './pick-list.tsx'
import { type ArgumentsPage, stepOf } from './state.ts'
import { isMany, type StepRow, stepRows, valueOfChoice } from './step-rows.ts'
import { TextStep } from './text-step.tsx'
import { useActive, useOnceCurrent } from './list.tsx'
import { useAnnounce } from './announce.ts'
import { useInitial, useLookup, useResolvedStep } from './use-ask.ts'
import styles from './palette.module.css'

/** Asks for the arguments of a command, one after the other. */
export function ArgumentsView({ page, isTouch }: { page: ArgumentsPage; isTouch: boolean }) {
  const { host } = useCore()
  const palette = useService(PaletteControl)
  const files = useService(Files)
  const announcer = useService(Announcer)
  const noteId = useId()
  const fileInput = useRef<HTMLInputElement>(null)
  const { step, failure: askFailure } = useResolvedStep(page, stepOf(page))
  useInitial(page, step)
  const lookup = useLookup(page, step)
  const sections = stepRows(page, step, lookup)
  const [active, setActive] = useActive(sections, `${page.at} ${page.query}`)
  useAnnounce(sections, active, page.query)
  const { answer, type, toggle, skip, finish, runNow } = createAnswering(
    palette,
    host.facts,
    page,
    step,
  )

  function choose({ act, reason }: StepRow) {
    if (page.isBusy) return
    if (reason) return announcer.say(reason)
    if (act.kind === 'agree') finish()
    else if (act.kind === 'file') fileInput.current?.click()
    else if (act.kind === 'skip') skip()
    else if (act.kind === 'done') void answer(page.chosen.map(({ value }) => value))
    else if (isMany(step)) toggle({ value: act.input, label: act.label ?? '' })
    else void answer(act.input, act.label)
  }

  // The rows of the last search stay while the next one is loading. Enter then waits for the rows that match the text.
  const isOutdated =
    lookup.isPending &&
    step !== undefined &&
    'search' in step.ask &&
    !step.choices?.some((choice) => active?.value === valueOfChoice(choice))
  const onEnter = useOnceCurrent(`${page.at} ${page.query}`, isOutdated, (isRun: boolean) => {
    if (isRun && !active?.reason) void runNow(active?.act)
    else if (active) choose(active)
    else if (lookup.failure === undefined) void type(page.query)
  })

  function handleFiles(list: FileList | null) {
    const handles = Array.from(list ?? [], (file) => files.keep(file) as unknown as Json)
    const [first] = handles
    if (first !== undefined) void answer(isMany(step) ? handles : first)
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return
    const isMod = event.ctrlKey || event.metaKey
    if (event.key === 'Backspace' && page.query === '') {
      event.preventDefault()
      const [last] = page.chosen.slice(-1)
      if (last) toggle(last)
      else palette.dispatch({ type: 'back' })
    } else if (event.key === 'Enter' && step?.kind === 'by') {
      // The form of the step is still loading; the text typed so far is kept.
      event.preventDefault()
    } else if (event.key === 'Enter' && isMod) {
      event.preventDefault()
      onEnter(true)
    } else if (event.key === 'Enter' && (!active || isOutdated)) {
      // Nothing to choose: validate the text itself and show the reason.
      event.preventDefault()
      onEnter(false)
    } else if (event.key === 'Tab' && active?.act.kind === 'answer') {
      event.preventDefault()
      if (!event.shiftKey) palette.dispatch({ type: 'query', query: active.title })
    }
  }

  const note = noteOf(page, step, askFailure ?? lookup.failure)
  const isSearching = step?.kind === 'by' || (lookup.isPending && step?.kind === 'picker')
  const leave = (
    <Leave
      isBusy={page.isBusy}
      isTouch={isTouch}
      waitingFor={isSearching ? 'Searching' : undefined}
    />
  )
  const common = {
    before: <ArgumentChips page={page} />,
    note: note ? (
      <p
        id={noteId}
        className={`${styles.note} ${note.isError ? styles.error : ''}`}
        role={note.isError ? 'alert' : undefined}
      >
        {note.text}
      </p>
    ) : undefined,
  }

  // A row may be the last answer, which leads to the run or its preview.
  const enterDoes = step ? (active ? 'choose' : 'next') : 'run'
  return (
    <>
      <Input
        ref={fileInput}
        type="file"
        hidden
        multiple={isMany(step)}
        accept={step?.ask.kind === 'file' ? step.ask.accept : undefined}
        onChange={(event) => handleFiles(event.target.files)}
      />
      <div className={styles.body}>
        {step?.kind === 'multiline' ? (
          <TextStep
            page={page}
            step={step}
            {...common}
            after={leave}
            onAnswer={() => void answer(page.query)}
          />
        ) : (
          <PickList
            key={page.at ?? 'ready'}
            {...common}
            isTouch={isTouch}
            after={leave}
            placeholder={placeholderOf(step, host.facts.get())}
            query={page.query}
            onQueryChange={(query) => palette.dispatch({ type: 'query', query })}
            sections={sections}
            active={active?.value ?? ''}
            onActiveChange={setActive}
            onChoose={choose}
            onKeyDown={handleKeyDown}
            describedBy={noteId}
            empty={isSearching ? 'Searching…' : emptyText(page, step)}
          />
        )}
      </div>
      {isTouch ? null : (
        <Footer
          hints={[
            ...(step?.kind === 'multiline'
              ? [{ keys: '$mod+Enter', text: 'next' }]
              : [
                  { keys: 'Enter', text: enterDoes },
                  { keys: '$mod+Enter', text: 'run now' },
                ]),
            { keys: 'Backspace', text: 'back' },
          ]}
        />
      )}
    </>
  )
}

function placeholderOf(step: Step | undefined, facts: FactValues): string {
  if (!step) return 'Press Enter to continue'
  if (step.ask.kind !== 'confirm') return step.ask.placeholder ?? step.title
  const { phrase } = step.ask
  return `Type “${typeof phrase === 'function' ? phrase(facts) : phrase}” to continue`
}

function noteOf(
  page: ArgumentsPage,
  step: Step | undefined,
  failure: string | undefined,
): { text: string; isError: boolean } | undefined {
  const error = page.message ?? failure
  if (error) return { text: error, isError: true }
  const help = step?.ask.help
  return help ? { text: help, isError: false } : undefined
}

function emptyText(page: ArgumentsPage, step: Step | undefined): string | undefined {
  const kind = step?.kind
  if (kind === 'date') return 'Enter a time: “tomorrow 9:00”, “next monday”, “2027-05-01”.'
  if (kind === 'text' || kind === 'number' || kind === 'confirm') return undefined
  return page.query === '' ? 'There is nothing to choose from.' : `No results for “${page.query}”.`
}
