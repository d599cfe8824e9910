"""Checks a proof with python-chess: every defence is answered, and mate stands at the end."""

import chess

from engine.board.setup import chess_move, short_form
from engine.proof.search import ProofNode
from engine.proof.settings import Settings
from engine.thinking.proving.chess_game import Question
from engine.thinking.proving.chess_prover import ChessProver


def checked_positions(prover: ChessProver) -> int:
    """Walk the whole proof of a mate, assert that it is one, and count its nodes.

    A node that several paths lead to is walked once: what is asserted of it does not depend on the
    path, and since the proof gets shorter with every move, no path comes back to a node.
    """
    waiting = [(prover.board.copy(stack=False), prover.search.node())]
    seen: set[int] = set()
    while waiting:
        board, node = waiting.pop()
        if node.slot in seen:
            continue
        seen.add(node.slot)
        if board.is_checkmate():
            assert not node.attacker
            continue
        assert not board.is_game_over(claim_draw=False)
        proved = [child for child in prover.search.children(node) if child.proved]
        if node.attacker:
            proved = [min(proved, key=lambda child: child.length)]
        moves = [move_to(board, child) for child in proved]
        assert node.attacker or set(moves) == set(board.legal_moves)
        assert node.length == 1 + max(child.length for child in proved)
        waiting += [(after(board, move), child) for move, child in zip(moves, proved, strict=True)]
    return len(seen)


def move_to(board: chess.Board, child: ProofNode) -> chess.Move:
    """Return the move to a child, and assert that it is legal."""
    move = chess_move(board, short_form(child.move))
    assert move in board.legal_moves
    return move


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the board after a move, which stays on it as the last one."""
    board = board.copy(stack=False)
    board.push(move)
    return board


def assert_mate(prover: ChessProver) -> None:
    """Assert that the line of a proof is legal and ends in mate."""
    board = prover.board.copy()
    for move in prover.line():
        assert board.is_legal(move)
        board.push(move)
    assert board.is_checkmate()


def checked_defences(prover: ChessProver, settings: Settings) -> int:
    """Prove anew that each defence to the first move of a proof is mated; count the defences.

    For the forms that keep no whole tree. By the rules of the papers, which know no game before;
    `settings` are those of a form that keeps its tree, and each of the proofs is walked.
    """
    first = prover.proving_move()
    assert first is not None and prover.board.is_legal(first)
    board = after(prover.board, first)
    defences = list(board.legal_moves)
    assert defences or board.is_checkmate()
    for defence in defences:
        again = ChessProver(after(board, defence), Question(printed=True), settings)
        assert again.run().value is True, (first, defence)
        assert checked_positions(again)
    return len(defences)


def mating_moves(board: chess.Board, moves: int) -> list[chess.Move]:
    """Return the moves that mate within so many moves, by a plain search with python-chess.

    A third repetition is a draw.
    """
    return [move for move in list(board.legal_moves) if mates_by(board, move, moves)]


def mates_by(board: chess.Board, move: chess.Move, moves: int) -> bool:
    board.push(move)
    try:
        if board.is_checkmate():
            return True
        if moves == 1 or board.is_stalemate() or board.is_repetition(3):
            return False
        return all(is_mated_after(board, defence, moves - 1) for defence in list(board.legal_moves))
    finally:
        board.pop()


def is_mated_after(board: chess.Board, defence: chess.Move, moves: int) -> bool:
    board.push(defence)
    try:
        drawn = board.is_repetition(3)
        return not drawn and any(mates_by(board, move, moves) for move in list(board.legal_moves))
    finally:
        board.pop()
