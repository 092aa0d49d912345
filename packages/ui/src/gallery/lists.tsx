import { useState } from 'react'
import {
  GridBody,
  GridCell,
  GridCheckbox,
  GridHeader,
  GridHeaderCell,
  GridRoot,
  GridRow,
  GridThumbnail,
} from '../data-grid.tsx'
import { Button } from '../button.tsx'
import { Chip } from '../chip.tsx'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import { Row, RowActions, RowButton, RowList, RowName, RowProblem } from '../row-list.tsx'
import { SortableList } from '../sortable-list.tsx'
import { StatusBadge, type Status } from '../status-badge.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../tabs.tsx'
import { Tree } from '../tree.tsx'
import styles from './gallery.module.css'
import { Group, Specimen } from './specimen.tsx'

const works: [string, string, string, Status, string?][] = [
  ['The Pass of St Gotthard, Switzerland', 'Joseph Mallord William Turner', '1843', 'draft'],
  ['Norham Castle, Sunrise', 'Joseph Mallord William Turner', '1845', 'published'],
  ['Study for ‘The Lady of Shalott’', 'John William Waterhouse', '1888', 'draft'],
  [
    'Nocturne: Blue and Silver – Chelsea',
    'James Abbott McNeill Whistler',
    '1871',
    'scheduled',
    '21 Nov, 09:00',
  ],
  ['Beata Beatrix', 'Dante Gabriel Rossetti', '1870', 'error', 'Import failed'],
  ['Pegwell Bay, Kent', 'William Dyce', '1858', 'published'],
]

function GridSpecimen() {
  const [selected, setSelected] = useState(new Set([0, 2]))
  const [current, setCurrent] = useState(2)
  function toggle(index: number) {
    const next = new Set(selected)
    if (!next.delete(index)) next.add(index)
    setSelected(next)
  }
  return (
    <div className={styles.frame}>
      <div className={styles.grid}>
        <GridRoot
          aria-label="Objects"
          rowCount={69_203}
          columnCount={6}
          columns="38px minmax(280px, 2fr) minmax(140px, 1.2fr) 72px 64px 136px"
          isMultiselectable
        >
          <GridHeader>
            <GridHeaderCell columnIndex={1}>
              <GridCheckbox
                aria-label="Select all"
                isSelected={false}
                isIndeterminate={selected.size > 0}
                onChange={() => setSelected(new Set())}
              />
            </GridHeaderCell>
            <GridHeaderCell columnIndex={2} sort="ascending" onSort={() => undefined}>
              Title
            </GridHeaderCell>
            <GridHeaderCell columnIndex={3} sort={null} onSort={() => undefined}>
              Artist
            </GridHeaderCell>
            <GridHeaderCell columnIndex={4}>Year</GridHeaderCell>
            <GridHeaderCell columnIndex={5}>Locale</GridHeaderCell>
            <GridHeaderCell columnIndex={6}>Status</GridHeaderCell>
          </GridHeader>
          <GridBody>
            {works.map(([title, artist, year, status, word], index) => (
              <GridRow
                key={title}
                rowIndex={index + 2}
                isSelected={selected.has(index)}
                isCurrent={index === current}
                onClick={() => setCurrent(index)}
              >
                <GridCell columnIndex={1}>
                  <GridCheckbox
                    aria-label={`Select ${title}`}
                    isSelected={selected.has(index)}
                    onChange={() => toggle(index)}
                  />
                </GridCell>
                <GridCell columnIndex={2} look="main">
                  <GridThumbnail src={null} />
                  {title}
                </GridCell>
                <GridCell columnIndex={3}>{artist}</GridCell>
                <GridCell columnIndex={4} look="number">
                  {year}
                </GridCell>
                <GridCell columnIndex={5} look="code">
                  en
                </GridCell>
                <GridCell columnIndex={6}>
                  <StatusBadge status={status}>{word}</StatusBadge>
                </GridCell>
              </GridRow>
            ))}
          </GridBody>
        </GridRoot>
      </div>
    </div>
  )
}

function SortableSpecimen() {
  const [fields, setFields] = useState([
    { id: 'title', label: 'Title', type: 'text' },
    { id: 'artist', label: 'Artist', type: 'object' },
    { id: 'medium', label: 'Medium', type: 'text' },
    { id: 'acquired', label: 'Acquired', type: 'date' },
  ])
  return (
    <SortableList
      aria-label="Fields"
      items={fields}
      selectionMode="single"
      selectionBehavior="replace"
      onReorder={({ order }) =>
        setFields(order.flatMap((id) => fields.find((field) => field.id === id) ?? []))
      }
    >
      {(field) => (
        <>
          <span>{field.label}</span>
          <Chip look="code">{field.type}</Chip>
        </>
      )}
    </SortableList>
  )
}

function RowListSpecimen() {
  return (
    <RowList aria-label="Repositories">
      <Row isCurrent>
        <RowName
          lead={<Icon name="git-branch" />}
          details={
            <>
              <code>main</code>
              <span>changed 2 min ago by Ada Byron</span>
            </>
          }
        >
          <Link href="#gallery" variant="quiet">
            tate/collection
          </Link>
          <Chip>Default</Chip>
        </RowName>
        <StatusBadge status="published">Enabled</StatusBadge>
        <RowActions>
          <Button icon="pencil" variant="quiet" aria-label="Edit tate/collection" />
          <Button icon="trash-2" variant="quiet" aria-label="Delete tate/collection" />
        </RowActions>
      </Row>
      <Row isCurrent={false} isSelected>
        <RowName details={<RowProblem>The branch of its site is gone.</RowProblem>}>
          <RowButton>tate/press</RowButton>
        </RowName>
        <StatusBadge status="neutral">Disabled</StatusBadge>
      </Row>
    </RowList>
  )
}

export function ListSpecimens() {
  return (
    <Group title="Lists">
      <Specimen title="data-grid: row focus apart from selection" isWide>
        <GridSpecimen />
      </Specimen>
      <Specimen title="row-list: name, details, actions; lines below the name when narrow" isWide>
        <RowListSpecimen />
      </Specimen>
      <Specimen title="tabs" isWide>
        <Tabs>
          <TabList aria-label="Views">
            <Tab id="all" count={69_202}>
              All
            </Tab>
            <Tab id="drafts" count={41}>
              My drafts
            </Tab>
            <Tab id="untranslated" count={318} icon="languages">
              Untranslated
            </Tab>
            <Tab id="off" isDisabled>
              Disabled
            </Tab>
          </TabList>
          <TabPanel id="all">
            <p className={styles.sample}>All artworks.</p>
          </TabPanel>
          <TabPanel id="drafts">Drafts.</TabPanel>
          <TabPanel id="untranslated">Untranslated.</TabPanel>
        </Tabs>
      </Specimen>
      <Specimen title="sortable-list: drag, handle + arrows, or Alt + arrows">
        <SortableSpecimen />
      </Specimen>
      <Specimen title="tree">
        <Tree
          aria-label="Folders"
          selectionMode="single"
          selectionBehavior="replace"
          defaultSelectedKeys={['turner']}
          defaultExpandedKeys={['collection', 'british']}
          nodes={[
            {
              id: 'collection',
              label: 'Collection',
              icon: 'folder',
              detail: '69,202',
              children: [
                {
                  id: 'british',
                  label: 'British art',
                  icon: 'folder',
                  children: [
                    { id: 'turner', label: 'Turner bequest', icon: 'folder', detail: '37,891' },
                  ],
                },
                {
                  id: 'modern',
                  label: 'Modern',
                  icon: 'folder',
                  children: [{ id: 'm1', label: 'Cubism' }],
                },
              ],
            },
            { id: 'press', label: 'Press', icon: 'folder', detail: '112' },
          ]}
        />
      </Specimen>
      <Specimen title="status-badge">
        <StatusBadge status="published" />
        <StatusBadge status="draft" />
        <StatusBadge status="scheduled">21 Nov 2026, 09:00</StatusBadge>
        <StatusBadge status="error">Import failed</StatusBadge>
        <StatusBadge status="neutral">Never published</StatusBadge>
      </Specimen>
    </Group>
  )
}
