import { Avatar } from '../avatar.tsx'
import { Button } from '../button.tsx'
import { Card } from '../card.tsx'
import { Disclosure } from '../disclosure.tsx'
import { Form, FormRow } from '../form.tsx'
import { Page, PageHeader } from '../page.tsx'
import {
  Fact,
  Facts,
  Inspector,
  InspectorSection,
  LineItem,
  SplitLayout,
} from '../split-layout.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { TextArea } from '../text-area.tsx'
import { TextField } from '../text-field.tsx'
import styles from './gallery.module.css'
import { Group, Row, Specimen } from './specimen.tsx'

function EditorSpecimen() {
  return (
    <div className={styles.frame}>
      <div className={styles.split}>
        <SplitLayout
          inspector={
            <Inspector>
              <Facts>
                <Fact name="Status">
                  <StatusBadge status="draft">Unpublished changes</StatusBadge>
                </Fact>
                <Fact name="Publish">
                  <StatusBadge status="scheduled">21 Nov 2026, 09:00</StatusBadge>
                </Fact>
                <Fact name="Locale">en</Fact>
                <Fact name="Changed">2 min ago by Ada Byron</Fact>
              </Facts>
              <InspectorSection title="Revisions" detail="14">
                <LineItem detail="2 min">Medium, Description</LineItem>
                <LineItem detail="3 d">Published</LineItem>
                <LineItem detail="9 d">Find and replace: gray → grey</LineItem>
              </InspectorSection>
            </Inspector>
          }
        >
          <div className={styles.document}>
            <Form onSubmit={() => undefined}>
              <TextField
                aria-label="Title of the object"
                look="title"
                defaultValue="Norham Castle"
              />
              <FormRow>
                <TextField label="Artist" note="object" defaultValue="Turner" />
                <TextField label="Room" note="text" defaultValue="97" />
              </FormRow>
              <TextArea
                label="Text"
                note="textarea"
                defaultValue="An unfinished oil of the castle at sunrise."
              />
            </Form>
          </div>
        </SplitLayout>
      </div>
    </div>
  )
}

export function LayoutSpecimens() {
  return (
    <Group title="Layout">
      <Specimen title="split-layout, inspector: below the content when narrow" isWide>
        <EditorSpecimen />
      </Specimen>
      <Specimen title="page, page-header" isWide>
        <div className={styles.frame}>
          <Page>
            <PageHeader title="Releases" detail={3}>
              <Button>New release…</Button>
            </PageHeader>
            <p>What the page holds, in one column.</p>
          </Page>
        </div>
      </Specimen>
      <Specimen title="card, avatar">
        <Card
          title="Tate collection"
          actions={<Button variant="quiet" icon="ellipsis" aria-label="Actions" />}
          footer={
            <>
              <Avatar name="Ada Byron" size={20} />
              <Avatar name="Mary Somerville" size={20} />
              <span>69,202 objects · changed 2 min ago</span>
            </>
          }
        >
          <p>Archive, Press and two more buckets.</p>
        </Card>
        <Card title="Selected plan" isSelected>
          <p>Ten people, 250,000 objects.</p>
        </Card>
        <Row>
          <Avatar name="Ada Byron" />
          <Avatar name="Mary Somerville" size={32} />
          <Avatar name="grace@example.com" size={40} />
          <Avatar name="Émilie du Châtelet" size={24} />
        </Row>
      </Specimen>
      <Specimen title="disclosure">
        <div>
          <Disclosure title="Advanced" detail="3" defaultExpanded>
            What most people never need.
          </Disclosure>
          <Disclosure title="Webhooks" detail="0">
            None.
          </Disclosure>
          <Disclosure title="Disabled" isDisabled>
            Hidden.
          </Disclosure>
        </div>
      </Specimen>
    </Group>
  )
}
