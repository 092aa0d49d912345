import { Suspense, use } from 'react'
import { Chip } from '../chip.tsx'
import { DiffText } from '../diff-text.tsx'
import { Highlight } from '../highlight.tsx'
import { firstIcons } from '../first-icons.ts'
import { Icon } from '../icon.tsx'
import { InlineCode } from '../inline-code.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import styles from './gallery.module.css'
import { Group, Row, Specimen } from './specimen.tsx'

const colours = [
  'paper',
  'surface',
  'sunken',
  'hover',
  'selected',
  'line',
  'line-strong',
  'ink',
  'ink-2',
  'ink-3',
  'accent',
  'focus',
  'green',
  'amber',
  'blue',
  'red',
]

// Not a static import, which would merge the small chunk of icons into the gallery's chunk.
const laterNames = import('../more-icons.ts').then(({ moreIcons }) => Object.keys(moreIcons))

function IconSheet() {
  const names = [...Object.keys(firstIcons), ...use(laterNames), 'anchor']
  return (
    <div className={styles.icons}>
      {names.map((name) => (
        <span key={name} title={name}>
          <Icon name={name} />
        </span>
      ))}
    </div>
  )
}

export function FoundationSpecimens() {
  return (
    <Group title="Foundations">
      <Specimen title="diff-text, highlight, chip, inline-code">
        <DiffText
          isCode
          parts={[
            { kind: 'same', text: 'Graphite and ' },
            { kind: 'remove', text: 'watercolour' },
            { kind: 'add', text: 'watercolor' },
            { kind: 'same', text: ' on paper' },
          ]}
        />
        <span>
          <Highlight
            text="Find and replace…"
            ranges={[
              [0, 4],
              [9, 11],
            ]}
          />
        </span>
        <Row>
          <Chip detail="in this view">1,284 artworks</Chip>
          <Chip icon="tag">medium</Chip>
          <Chip look="code">status is draft</Chip>
        </Row>
        <p>
          The field’s key is <InlineCode>acquired_on</InlineCode> and stays when its title changes.
        </p>
      </Specimen>
      <Specimen title="colours">
        <div className={styles.colours}>
          {colours.map((name) => (
            <span key={name} className={styles.colour}>
              <span style={{ background: `var(--${name})` }} />
              {name}
            </span>
          ))}
        </div>
      </Specimen>
      <Specimen title="icon: the set, and one fetched by name" isWide>
        <Suspense fallback={<SkeletonLines label="icons" />}>
          <IconSheet />
        </Suspense>
      </Specimen>
    </Group>
  )
}
