import { type KeyboardEvent, useId } from 'react';
import type { BulkAction } from '../../../server/answers/contract';
import { parseTenths } from '../../../server/contract/percent';
import { TextArea } from '../../forms/text-area';
import { contactsNote } from '../../offers/contacts-note';
import type { BulkChoice } from './use-bulk-answer';

export const MAX_NOTE_LENGTH = 500;

const PERCENT_RULE = 'Enter a percentage from 1 to 100 with at most one decimal';

/** Why the question cannot be asked as typed, or null. */
export const percentFault = ({ action, percent }: BulkChoice): string | null =>
  action === 'reject' || (/^\s*\d/.test(percent) && parseTenths(Number(percent)) !== null)
    ? null
    : PERCENT_RULE;

const CHOICES: readonly {
  action: BulkAction;
  before: string;
  percentLabel?: string;
  after?: string;
  first?: string;
}[] = [
  {
    action: 'accept_at_or_above',
    before: 'Accept offers at or above',
    percentLabel: 'Lowest percentage of asking to accept',
    after: '% of asking',
    first: '90',
  },
  {
    action: 'counter_at',
    before: 'Counter all at',
    percentLabel: 'Percentage of asking to counter at',
    after: '% of asking',
    first: '92',
  },
  { action: 'reject', before: 'Reject all' },
];

interface Props {
  question: BulkChoice;
  /** Shown once a preview was asked for. */
  fault: string | null;
  onChange: (question: BulkChoice) => void;
  onEnter: () => void;
}

export function BulkForm({ question, fault, onChange, onEnter }: Props) {
  const faultId = useId();
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    onEnter();
  };
  return (
    <>
      <fieldset className="fieldset bulk-choices">
        <legend>Answer</legend>
        {CHOICES.map(({ action, before, percentLabel, after, first: start }) => {
          const isChosen = question.action === action;
          return (
            <div key={action} className="choice">
              <input
                id={`bulk-${action}`}
                type="radio"
                name="action"
                checked={isChosen}
                onChange={() => onChange({ ...question, action, percent: start ?? question.percent })}
                onKeyDown={enter}
              />
              <label htmlFor={`bulk-${action}`}>
                {before} {after && <span className="visually-hidden">a percentage of asking</span>}
              </label>
              {percentLabel && (
                <>
                  <input
                    className="input"
                    type="text"
                    inputMode="decimal"
                    aria-label={percentLabel}
                    aria-invalid={isChosen && fault !== null}
                    aria-describedby={isChosen && fault ? faultId : undefined}
                    size={5}
                    maxLength={5}
                    value={isChosen ? question.percent : start}
                    disabled={!isChosen}
                    onChange={({ target }) => onChange({ ...question, percent: target.value })}
                    onKeyDown={enter}
                  />
                  <span aria-hidden="true">{after}</span>
                  {isChosen && fault && (
                    <p className="field-foot">
                      <span className="error" id={faultId}>
                        {fault}
                      </span>
                    </p>
                  )}
                </>
              )}
            </div>
          );
        })}
      </fieldset>
      <TextArea
        label="Message"
        name="note"
        optional
        rows={3}
        most={MAX_NOTE_LENGTH}
        note={contactsNote(question.note, 'the buyers')}
        error={question.note.length > MAX_NOTE_LENGTH && `Maximum ${MAX_NOTE_LENGTH} characters`}
        value={question.note}
        onChange={(note) => onChange({ ...question, note })}
      />
    </>
  );
}
