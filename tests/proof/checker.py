"""Checks a proof with python-chess: every defence is answered, and mate stands at the end."""

from engine.thinking.proving.chess_prover import ChessProver, ProofPosition


def checked_positions(prover: ChessProver) -> int:
    """Walk the whole proof of a mate, assert that it is one, and count its positions."""
    waiting, seen = [prover.root], 0
    while waiting:
        here = waiting.pop()
        seen += 1
        if here.board.is_checkmate():
            assert not here.node.attacker
            continue
        assert not here.board.is_game_over(claim_draw=False)
        proved = [child for child in prover.children(here) if child.node.proved]
        if here.node.attacker:
            waiting.append(shortest(proved))
        else:
            assert {child.move for child in proved} == set(here.board.legal_moves)
            waiting += proved
    return seen


def shortest(children: list[ProofPosition]) -> ProofPosition:
    """Return the child with the shortest proof."""
    return min(children, key=lambda child: child.node.length)
