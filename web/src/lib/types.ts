// The server's types under short names; they are made from its description (`make types`).
import type { components } from "../generated/server";

type Schemas = components["schemas"];

export type FromDevice = Schemas["FromDevice"];
export type ToDevice = Schemas["ToDevice"];
export type Request = Schemas["Ask"]["what"];
export type Welcome = Schemas["Welcome"];
export type News = Schemas["News"];
export type Refusal = Schemas["Refusal"];
export type Problem = Schemas["Problem"];
export type TableSeen = Schemas["TableSeen"];
export type TurnSeen = Schemas["TurnSeen"];
export type SeatSeen = Schemas["SeatSeen"];
export type MatchSeen = Schemas["MatchSeen"];
export type EventSeen = News["event"];
export type LogEntry = NonNullable<MatchSeen["log"][number]>;
export type ToRemember = NonNullable<MatchSeen["to_remember"]>;
export type PlayedSeen = Schemas["PlayedSeen"];
export type RoundOverSeen = Schemas["RoundOverSeen"];
export type SayingSeen = Schemas["SayingSeen"];
export type FactSeen = Schemas["FactSeen"];
export type MoveSeen = Schemas["MoveSeen"];
export type LegalSeen = Schemas["LegalSeen"];
export type TryingSeen = Schemas["TryingSeen"];
export type SumSeen = Schemas["SumSeen"];
export type WaySeen = Schemas["WaySeen"];
export type HintSeen = Schemas["HintSeen"];
export type WentSeen = Schemas["WentSeen"];
/** One move that a hint is about, the best first. */
export type Advised = Schemas["AdvisedSeen"];
/** What lies on the table; each game knows its own. */
export type GameTable = MatchSeen["table"];
export type GamesTold = Schemas["GamesTold"];
export type GameTold = Schemas["GameTold"];
export type OptionTold = Schemas["OptionTold"];
export type Prospects = Schemas["Prospects"];
export type GuideTold = Schemas["GuideTold"];
export type HouseRulesTold = Schemas["HouseRulesTold"];
export type NewTable = Schemas["NewTable"];
export type TableOpened = Schemas["TableOpened"];
export type TableListed = Schemas["TableListed"];
export type MyData = Schemas["MyData"];
export type TableLeft = Schemas["TableLeft"];
export type StepsTold = Schemas["StepsTold"];
export type Step = Schemas["Step"];
/** A moment that may be looked at. */
export type ShownStep = Step & { table: GameTable };
export type ReportTold = Schemas["ReportTold"];
export type RecordTold = Schemas["RecordTold"];
export type RulesTold = Schemas["RulesTold"];
export type GameName = TableSeen["game"];

// A class.
export type FromClassDevice = Schemas["FromClassDevice"];
export type ToClassDevice = Schemas["ToClassDevice"];
export type TeacherSees = Schemas["TeacherSees"];
export type BoardSees = Schemas["BoardSees"];
export type PupilSees = Schemas["PupilSees"];
export type ClassRefused = Schemas["ClassRefused"];
export type AskedByTeacher = Schemas["AskedByTeacher"]["what"];
export type AskedByPupil = Schemas["AskedByPupil"]["what"];
export type Play = Schemas["Play"];
export type ClassDone = Schemas["ClassDone"];
export type Groups = Schemas["Groups"];
export type ClassReport = Schemas["ClassReport"];
export type PupilSeen = Schemas["PupilSeen"];
export type PupilWatched = Schemas["PupilWatched"];
export type TableWatched = Schemas["TableWatched"];
export type SeatWatched = Schemas["SeatWatched"];
export type SumsCounted = Schemas["SumsCounted"];
export type ClassPuzzle = Schemas["ClassPuzzle"];
export type ChoiceAnswered = Schemas["ChoiceAnswered"];
export type PlaceOnPodium = Schemas["PlaceOnPodium"];
export type TournamentSeen = Schemas["TournamentSeen"];
export type Standing = Schemas["Standing"];

/** What everybody saw at the end of a round; which fields there are depends on the game. */
export type RoundResult = Schemas["RoundResult"];
