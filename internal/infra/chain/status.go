package chain

import (
	"errors"
	"fmt"
	"time"
)

// State is what the watcher is doing, or why it cannot.
type State string

// The states; see the package comment.
const (
	StateStarting  State = "starting"
	StateCatching  State = "catching_up"
	StateFollowing State = "following"
	// StateLagging: nothing was read for longer than the alarm allows, or the
	// provider is behind what was final before.
	StateLagging         State = "lagging"
	StateFinalityStalled State = "finality_stalled"
	StateDisagree        State = "providers_disagree"
	StateThrottled       State = "throttled"
	StateUnreachable     State = "unreachable"
	StateWrongChain      State = "wrong_chain"
	StateRestarted       State = "chain_restarted"
	StateStoreFailing    State = "store_failing"
	StateHalted          State = "halted"
	catchingUpBlocks           = 64
)

// IsCrediting asks whether transfers become final in this state.
func (state State) IsCrediting() bool { return state == StateFollowing || state == StateCatching }

// NeedsPerson asks whether the state does not end by itself.
func (state State) NeedsPerson() bool {
	return state == StateHalted || state == StateRestarted || state == StateWrongChain
}

// Status is a watcher's state at a moment.
type Status struct {
	State State
	// Reason is a sentence for operators; empty while all is well.
	Reason string
	// Head is the newest block known to exist, Tip the newest one read,
	// Finalized the newest one whose transfers may be credited.
	Head, Tip, Finalized uint64
	// Lag is how many blocks are known and not read.
	Lag uint64
	// HeadAt is the head block's own date.
	HeadAt time.Time
	// Silence is how long ago a look last succeeded.
	Silence   time.Duration
	Providers []ProviderHealth

	since        time.Time
	headSince    time.Time
	hindrance    error
	genesisKnown bool
}

var (
	errFinalTakenBack = errors.New("a final block was taken back")
	errBehind         = errors.New("the provider is behind")
	errStore          = errors.New("the store failed")
)

// Status is safe to call at any time, also while a poll waits.
func (watcher *Watcher) Status() Status {
	watcher.mu.Lock()
	status := watcher.status
	watcher.mu.Unlock()
	status.Silence = max(0, watcher.config.Now().Sub(status.since))
	status.Providers = watcher.pool.Health()
	if (status.State.IsCrediting() || status.State == StateStarting) && status.Silence > lagAlarm {
		status.State = StateLagging
		status.Reason = fmt.Sprintf("the chain was last read %s ago", status.Silence.Round(time.Second))
		if status.hindrance != nil {
			status.Reason += ": " + status.hindrance.Error()
		}
	}
	if stuck := watcher.config.Now().Sub(status.headSince); status.State == StateFollowing && stuck > lagAlarm {
		status.State = StateLagging
		status.Reason = fmt.Sprintf("no provider has named a new block for %s", stuck.Round(time.Second))
	}
	return status
}

func (watcher *Watcher) noteHead(head Block) {
	watcher.mu.Lock()
	defer watcher.mu.Unlock()
	if watcher.status.headSince.IsZero() || head.Number != watcher.status.Head {
		watcher.status.headSince = watcher.config.Now()
	}
	watcher.status.Head, watcher.status.HeadAt = head.Number, head.Time
	watcher.status.measure()
}

func (watcher *Watcher) noteProgress(progress Progress) {
	watcher.mu.Lock()
	defer watcher.mu.Unlock()
	watcher.status.Tip = progress.Tip().Number
	watcher.status.Finalized = progress.Finalized().Number
	watcher.status.measure()
}

func (status *Status) measure() {
	status.Lag = status.Head - min(status.Head, status.Tip)
}

func (watcher *Watcher) noteGenesis() {
	watcher.mu.Lock()
	defer watcher.mu.Unlock()
	watcher.status.genesisKnown = true
}

func (watcher *Watcher) isGenesisKnown() bool {
	watcher.mu.Lock()
	defer watcher.mu.Unlock()
	return watcher.status.genesisKnown
}

// noteOutcome turns a poll's result into a state.
func (watcher *Watcher) noteOutcome(err error) {
	watcher.mu.Lock()
	defer watcher.mu.Unlock()
	status := &watcher.status
	status.hindrance = err
	if errors.Is(err, errMoved) || errors.Is(err, ErrConflict) {
		// Harmless once; where it lasts, the lag alarm names it.
		return
	}
	if err != nil {
		status.State, status.Reason = stateOf(err), err.Error()
		return
	}
	status.since, status.Reason = watcher.config.Now(), ""
	ahead := status.Head - min(status.Head, status.Finalized)
	switch {
	case status.Lag > catchingUpBlocks && ahead <= unfinalMax:
		status.State = StateCatching
	case ahead > watcher.config.FinalityLag:
		status.State = StateFinalityStalled
		status.Reason = fmt.Sprintf("the chain is at block %d and has finalized nothing after block %d; deposits wait", status.Head, status.Finalized)
	default:
		status.State = StateFollowing
	}
}

// stateOf finds the state that tells an operator most about a failed poll.
func stateOf(err error) State {
	switch {
	case errors.Is(err, ErrHalted):
		return StateHalted
	case errors.Is(err, ErrRestarted):
		return StateRestarted
	case errors.Is(err, errStore):
		return StateStoreFailing
	case errors.Is(err, ErrThrottled):
		return StateThrottled
	case errors.Is(err, ErrWrongChain):
		return StateWrongChain
	case errors.Is(err, ErrDisagreement), errors.Is(err, ErrNoQuorum):
		return StateDisagree
	case errors.Is(err, errBehind):
		return StateLagging
	default:
		return StateUnreachable
	}
}

// storeError marks an error of the store, but for the one that is a race lost.
func storeError(err error) error {
	if errors.Is(err, ErrConflict) {
		return err
	}
	return fmt.Errorf("%w: %w", errStore, err)
}
