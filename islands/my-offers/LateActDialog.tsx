import type { Side } from '../../server/offers/rules';
import { useLateComponent } from '../browser/use-late-component';
import type { useAnswer } from './use-answer';

export function LateActDialog({ answer, side }: { answer: ReturnType<typeof useAnswer>; side: Side }) {
  const ActDialog = useLateComponent({
    wanted: true,
    load: () => import('./ActDialog').then((loaded) => loaded.ActDialog),
    onFailure: answer.cancel,
  });
  return (
    ActDialog &&
    answer.pending && (
      <ActDialog
        pending={answer.pending}
        side={side}
        busy={answer.busy !== null}
        onClose={answer.cancel}
        onAct={answer.confirm}
      />
    )
  );
}
